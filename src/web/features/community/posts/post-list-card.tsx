import type { ComponentProps } from 'react'
import { Card } from '#web/ui/card.tsx'

/** A card of posts separated by hairlines; full width on phones. */
export function PostListCard({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <Card
      className={`divide-y divide-line max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0 ${className ?? ''}`}
      {...rest}
    />
  )
}

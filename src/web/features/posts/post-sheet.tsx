import type { ComponentProps } from 'react'
import { Card } from '#web/ui/card.tsx'

/** Posts as one sheet with hairlines between them; from edge to edge on phones. */
export function PostSheet({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <Card
      className={`divide-y divide-line max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0 ${className ?? ''}`}
      {...rest}
    />
  )
}

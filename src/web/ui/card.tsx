import type { ComponentProps } from 'react'

/** A surface with a hairline; shadows are for floating elements only. `className` sets its padding and layout. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={`min-w-0 rounded-card border border-line bg-surface ${className ?? ''}`} {...rest} />
}

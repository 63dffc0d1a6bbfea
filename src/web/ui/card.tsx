import type { ComponentProps } from 'react'

/** Surface plus hairline, no shadow: only what floats has one. `className` gives its padding and place. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={`min-w-0 rounded-card border border-line bg-surface ${className ?? ''}`} {...rest} />
}

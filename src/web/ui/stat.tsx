import type { ReactNode } from 'react'
import { Card } from './card.tsx'

type StatProps = {
  label: ReactNode
  /** Formatted: '284,906'. */
  value: ReactNode
  icon?: ReactNode
  /** One line of context under the figure. */
  context?: ReactNode
  className?: string
}

/** A figure with its label, as a card. */
export function Stat({ label, value, icon, context, className }: StatProps) {
  return (
    <Card className={`p-3.5 pb-4 md:px-[18px] md:pt-4 md:pb-[18px] ${className ?? ''}`}>
      <dl className="flex flex-col">
        <dt className="flex items-center justify-between gap-2 text-small font-semibold text-ink-2 [&_svg]:size-5 [&_svg]:flex-none [&_svg]:stroke-[1.9]">
          <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
          {icon}
        </dt>
        <dd className="num mt-3 font-display text-figure font-extrabold tracking-[-.015em]">{value}</dd>
        {context && <dd className="mt-1.5 text-meta text-ink-3">{context}</dd>}
      </dl>
    </Card>
  )
}

import { CLOCK_MS } from '#shared/constants.ts'
import { useFormatter } from 'use-intl/react'
import { useNow } from '#web/lib/hooks/use-now.ts'

/** The local date and time, to the second; screen readers do not announce its changes. */
export function Clock({ layout = 'stack', className }: { layout?: 'stack' | 'line'; className?: string }) {
  const now = useNow(CLOCK_MS)
  const format = useFormatter()
  const layoutClass = layout === 'stack' ? 'grid justify-items-end' : 'flex flex-wrap justify-between gap-x-3'
  return (
    <time
      dateTime={now.toISOString()}
      className={`num text-meta leading-[1.25] whitespace-nowrap text-ink-2 ${layoutClass} ${className ?? ''}`}
    >
      <span className="num">{format.dateTime(now, 'clockDate')}</span>
      <span className="num font-bold text-ink md:text-small">{format.dateTime(now, 'clockTime')}</span>
    </time>
  )
}

import { CLOCK_MS } from '#shared/constants.ts'
import { useEffect, useState } from 'react'
import { useFormatter } from 'use-intl/react'

/** The visitor's own date and time, to the second; silent for readers. `line` puts both on one line. */
export function Clock({ layout = 'stack', className }: { layout?: 'stack' | 'line'; className?: string }) {
  const now = useNow(CLOCK_MS)
  const format = useFormatter()
  const place = layout === 'stack' ? 'grid justify-items-end' : 'flex flex-wrap justify-between gap-x-3'
  return (
    <time
      dateTime={now.toISOString()}
      className={`num text-meta leading-[1.25] whitespace-nowrap text-ink-2 ${place} ${className ?? ''}`}
    >
      <span className="num">{format.dateTime(now, 'clockDate')}</span>
      <span className="num font-bold text-ink md:text-small">{format.dateTime(now, 'clockTime')}</span>
    </time>
  )
}

/** The time, refreshed every `intervalMs` while the tab is seen. */
function useNow(intervalMs: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const run = () => {
      clearInterval(timer)
      if (document.hidden) return
      setNow(new Date())
      timer = setInterval(() => setNow(new Date()), intervalMs)
    }
    run()
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [intervalMs])
  return now
}

import { useEffect, useState } from 'react'
import { CLOCK_MS } from '#shared/constants.ts'

/** The time since `since` as HH:MM:SS; constantly 00:00:00 without it. */
export function Elapsed({ since }: { since: string | null }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (since === null) return
    const update = () => setNow(Date.now())
    update()
    const timer = setInterval(update, CLOCK_MS)
    return () => clearInterval(timer)
  }, [since])
  return <span className="num">{formatElapsed(since === null ? 0 : now - Date.parse(since))}</span>
}

/** `ms` as HH:MM:SS, with more digits beyond 99 hours; never negative. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

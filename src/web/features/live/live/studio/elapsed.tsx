import { useEffect, useState } from 'react'
import { CLOCK_MS } from '#shared/constants.ts'
import { formatElapsed } from '#web/lib/format/elapsed.ts'

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

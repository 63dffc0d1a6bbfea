import { useEffect, useState } from 'react'

/** The time, refreshed every `intervalMs` while the tab is seen. */
export function useNow(intervalMs: number): Date {
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

import { useEffect, useState } from 'react'

/** Returns the current time, updated every `intervalMs` while the tab is visible. */
export function useNow(intervalMs: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const restart = () => {
      clearInterval(timer)
      if (document.hidden) return
      setNow(new Date())
      timer = setInterval(() => setNow(new Date()), intervalMs)
    }
    restart()
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [intervalMs])
  return now
}

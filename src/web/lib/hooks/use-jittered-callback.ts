import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns a function that schedules one call of `callback` after a random delay of up to `maxDelayMs`; further calls
 * until then have no effect. Without the jitter, all pages that receive a change would refetch at the same instant.
 */
export function useJitteredCallback(callback: () => void, maxDelayMs: number): () => void {
  const [isScheduled, setIsScheduled] = useState(false)
  const run = useEffectEvent(callback)
  useEffect(() => {
    if (!isScheduled) return
    const timer = setTimeout(() => {
      setIsScheduled(false)
      run()
    }, Math.random() * maxDelayMs)
    return () => clearTimeout(timer)
  }, [isScheduled, maxDelayMs])
  return () => setIsScheduled(true)
}

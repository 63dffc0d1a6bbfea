import { useEffect, useEffectEvent, useRef } from 'react'
import { JitteredCall } from '#web/lib/jittered-call.ts'

/**
 * Returns a function that schedules one call of `callback` after a random delay of up to `maxDelayMs`; further calls
 * until then have no effect. Without the jitter, all pages that receive a change would refetch at the same instant.
 */
export function useJitteredCallback(callback: () => void, maxDelayMs: number): () => void {
  const call = useRef<JitteredCall>(null)
  const run = useEffectEvent(callback)
  useEffect(() => {
    const jittered = new JitteredCall(() => run())
    call.current = jittered
    return () => jittered.cancel()
  }, [])
  return () => call.current?.request(maxDelayMs)
}

import { useEffect, useEffectEvent, useRef } from 'react'
import { JitteredCall } from '#web/lib/jittered-call.ts'

/**
 * Does something once, a random moment (up to `withinMs`) after it was asked for, however often that is: a thousand
 * pages that hear of one change must not ask in one instant.
 */
export function useJitteredCallback(work: () => void, withinMs: number): () => void {
  const call = useRef<JitteredCall>(null)
  const handle = useEffectEvent(work)
  useEffect(() => {
    const jittered = new JitteredCall(() => handle())
    call.current = jittered
    return () => jittered.cancel()
  }, [])
  return () => call.current?.request(withinMs)
}

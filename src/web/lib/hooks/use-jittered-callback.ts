import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Does something once, a random moment (up to `withinMs`) after it was asked for, however often that is: a thousand
 * pages that hear of one change must not ask in one instant.
 */
export function useJitteredCallback(work: () => void, withinMs: number): () => void {
  const [isAsked, setIsAsked] = useState(false)
  const handle = useEffectEvent(work)
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => {
      setIsAsked(false)
      handle()
    }, Math.random() * withinMs)
    return () => clearTimeout(timer)
  }, [isAsked, withinMs])
  return () => setIsAsked(true)
}

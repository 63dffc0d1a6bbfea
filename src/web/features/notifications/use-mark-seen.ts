import { useEffect, useRef } from 'react'
import { markRead } from './activity.ts'

/** Between seeing something and telling the server, in ms: what is seen together is told together. */
const TOGETHER_MS = 800
/** The contract takes so many at once. */
const MOST = 100

/** Gives a function that takes what has been seen, and tells the server a little later, or when one leaves. */
export function useReading(visit: string): (id: string) => void {
  const seen = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const ids = seen.current
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      tell(visit, ids)
    }
  }, [visit])
  return (id) => {
    seen.current.add(id)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      tell(visit, seen.current)
    }, TOGETHER_MS)
  }
}

function tell(visit: string, seen: Set<string>): void {
  while (seen.size > 0) {
    const ids = [...seen].slice(0, MOST)
    for (const id of ids) seen.delete(id)
    // What could not be told stays unread, and is seen again another time.
    markRead(visit, ids).catch(() => {})
  }
}

import { useEffect, useRef } from 'react'
import { markRead } from './activity.ts'

/** Collects seen ids for this long and sends them in one request. */
const BATCH_MS = 800
/** Largest number of ids that the endpoint accepts. */
const MAX_IDS = 100

/**
 * Returns a function that marks a notification of the visit as read, called when it is seen. Ids are sent in batches, and
 * at the latest on unmount.
 */
export function useMarkRead(visitId: string): (id: string) => void {
  const seen = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const ids = seen.current
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      sendSeen(visitId, ids)
    }
  }, [visitId])
  return (id) => {
    seen.current.add(id)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      sendSeen(visitId, seen.current)
    }, BATCH_MS)
  }
}

function sendSeen(visitId: string, seen: Set<string>): void {
  while (seen.size > 0) {
    const ids = [...seen].slice(0, MAX_IDS)
    for (const id of ids) seen.delete(id)
    // After a failure they stay unread and are reported when they are seen again.
    markRead(visitId, ids).catch(() => {})
  }
}

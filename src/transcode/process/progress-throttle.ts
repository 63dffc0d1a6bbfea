/** Called with the second of the source that is done. */
export type ReportProgress = (second: number) => void

const INTERVAL_MS = 500

/** Returns a function that passes on at most two values per second, and only growing ones. */
export function progressThrottle(send: ReportProgress): ReportProgress {
  let sentAt = -Infinity
  let last = -Infinity
  return (second) => {
    const now = performance.now()
    if (now - sentAt < INTERVAL_MS || second <= last) return
    sentAt = now
    last = second
    send(second)
  }
}

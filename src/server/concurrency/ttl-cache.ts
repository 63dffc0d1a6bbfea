/**
 * A value that is worth computing once for many: it is computed when it is asked for and the last one is older than
 * `ms`, one computation at a time. A failure is told to whoever waits, and the next one tries again.
 */
export function ttlCache<T>(ms: number, compute: () => Promise<T>): () => Promise<T> {
  let last: { value: Promise<T>; until: number } | undefined
  return () => {
    if (last && Date.now() < last.until) return last.value
    const made = { value: compute(), until: Infinity }
    last = made
    made.value.then(
      () => (made.until = Date.now() + ms),
      () => (last = undefined),
    )
    return made.value
  }
}

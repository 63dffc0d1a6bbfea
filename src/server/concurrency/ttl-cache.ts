/**
 * Returns a function that caches the result of `compute` for `ms` milliseconds. Concurrent calls share one computation.
 * A failure rejects all waiting calls and is not cached.
 */
export function ttlCache<T>(ms: number, compute: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; expiresAt: number } | undefined
  return () => {
    if (cached && Date.now() < cached.expiresAt) return cached.value
    const entry = { value: compute(), expiresAt: Infinity }
    cached = entry
    entry.value.then(
      () => (entry.expiresAt = Date.now() + ms),
      () => (cached = undefined),
    )
    return entry.value
  }
}

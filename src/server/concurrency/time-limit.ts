/** Rejects when `work` takes longer than `ms`; it then goes on, and its result is ignored. */
export async function withinLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  const { signal, end } = timeLimit(ms, new AbortController().signal)
  const exceeded = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, exceeded]).finally(end)
}

/** Nothing came within a time limit. */
class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded'
  readonly code = 'ETIMEDOUT'
}

/**
 * Returns a signal that aborts together with `parent` or after `ms`, unless `end` is called before. On Node 20,
 * `AbortSignal.any([…, AbortSignal.timeout(ms)])` may never abort: its timer can be garbage-collected.
 */
export function timeLimit(ms: number, parent: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const abortWithParent = () => controller.abort(parent.reason)
  const timer = setTimeout(() => controller.abort(new TimeLimitExceeded(`nothing came within ${ms} ms`)), ms)
  if (parent.aborted) abortWithParent()
  else parent.addEventListener('abort', abortWithParent, { once: true })
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      parent.removeEventListener('abort', abortWithParent)
    },
  }
}

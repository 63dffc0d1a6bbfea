/**
 * Returns a signal that aborts together with `parent` or after `ms`, unless `end` is called before. On Node 20,
 * `AbortSignal.any([…, AbortSignal.timeout(ms)])` may never abort: its timer can be garbage-collected.
 */
export function timeLimit(ms: number, parent: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const abortWithParent = () => controller.abort(parent.reason)
  const timer = setTimeout(() => controller.abort(new Error(`nothing came within ${ms} ms`)), ms)
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

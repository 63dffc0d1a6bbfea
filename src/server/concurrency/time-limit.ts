/**
 * A signal that aborts when `parent` does, or after `ms`, unless `end` is called before. On Node 20 garbage collection
 * takes the timer out of `AbortSignal.any([…, AbortSignal.timeout(ms)])`: a limit made like that may never come.
 */
export function timeLimit(ms: number, parent: AbortSignal): { signal: AbortSignal; end(): void } {
  const limit = new AbortController()
  const follow = () => limit.abort(parent.reason)
  const timer = setTimeout(() => limit.abort(new Error(`nothing came within ${ms} ms`)), ms)
  if (parent.aborted) follow()
  else parent.addEventListener('abort', follow, { once: true })
  return {
    signal: limit.signal,
    end() {
      clearTimeout(timer)
      parent.removeEventListener('abort', follow)
    },
  }
}

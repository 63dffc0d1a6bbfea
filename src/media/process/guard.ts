import { beat } from './heartbeat.ts'

/** Writes one line to stderr, which the app copies into its log. */
export function logError(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`)
}

/**
 * Wraps a callback of the native module or of a timer: an exception that escaped from it would end the process with all
 * of its streams. The exception is logged, at most once a second for each callback, because some callbacks run for
 * every packet.
 */
export function guarded<Arguments extends unknown[]>(
  what: string,
  callback: (...args: Arguments) => void,
): (...args: Arguments) => void {
  let suppressedUntil = 0
  return (...args) => {
    try {
      callback(...args)
      beat()
    } catch (error) {
      const now = performance.now()
      if (now < suppressedUntil) return
      suppressedUntil = now + 1000
      logError(what, error)
    }
  }
}

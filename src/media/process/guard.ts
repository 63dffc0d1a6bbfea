/** One line on stderr, which the app copies into its log. */
export function logError(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`)
}

/**
 * Makes a callback of the native module or of a timer safe: an exception that leaves it ends the whole process, with
 * all streams. The error is reported, at most once a second for each callback, since some run for every packet.
 */
export function guarded<Arguments extends unknown[]>(
  what: string,
  callback: (...args: Arguments) => void,
): (...args: Arguments) => void {
  let suppressedUntil = 0
  return (...args) => {
    try {
      callback(...args)
    } catch (error) {
      const now = performance.now()
      if (now < suppressedUntil) return
      suppressedUntil = now + 1000
      logError(what, error)
    }
  }
}

/** One line on stderr, which the app copies into its log. */
export function report(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`)
}

/**
 * Makes a callback of the native module or of a timer safe: an exception that leaves it ends the whole process, with
 * all streams. The error is reported, at most once a second for each callback, since some run for every packet.
 */
export function guarded<A extends unknown[]>(
  what: string,
  callback: (...args: A) => void,
): (...args: A) => void {
  let silentUntil = 0
  return (...args) => {
    try {
      callback(...args)
    } catch (error) {
      const now = performance.now()
      if (now < silentUntil) return
      silentUntil = now + 1000
      report(what, error)
    }
  }
}

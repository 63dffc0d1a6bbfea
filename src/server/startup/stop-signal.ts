/** One press of Ctrl-C can arrive twice: from the terminal, and passed on by npm. */
const SAME_PRESS_MS = 500

/**
 * Aborts at the first request to stop (Ctrl-C, SIGTERM, a closed terminal). A second one ends the
 * process at once; what it started then ends by itself.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let firstAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        firstAt = performance.now()
        stop.abort()
      } else if (performance.now() - firstAt > SAME_PRESS_MS) {
        process.exit(130)
      }
    })
  }
  return stop.signal
}

/** One Ctrl-C can arrive twice: from the terminal, and forwarded by npm. */
const DUPLICATE_MS = 500

/**
 * Returns a signal that aborts at the first SIGINT (Ctrl-C), SIGTERM or SIGHUP (closed terminal). A later one exits the
 * process at once with code 130; its child processes then end by themselves.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let firstAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        firstAt = performance.now()
        stop.abort()
      } else if (performance.now() - firstAt > DUPLICATE_MS) {
        process.exit(130)
      }
    })
  }
  return stop.signal
}

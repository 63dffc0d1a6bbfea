import { WAIT_LIMIT_MS } from '../../../scripts/test/machine-limits.ts'

// A test may replace the timers later.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis

/** Rejects with the message if the event that a test waits for does not happen: the test's own limit would not name it. */
export function withinLimit<T>(event: Promise<T>, message: string | (() => string)): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(typeof message === 'string' ? message : message()))
    const timer = startTimer(fail, WAIT_LIMIT_MS)
    event.then(resolve, reject).finally(() => stopTimer(timer))
  })
}

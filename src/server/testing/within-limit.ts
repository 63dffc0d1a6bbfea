/** How many times longer a test may wait than on the reference machine; `npm test` measures it. */
export const TIME_FACTOR = Number(process.env['TEST_TIME_FACTOR'] ?? 1)

const LIMIT_MS = 30_000
// A test may replace the timers later.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis

/** Rejects with the message if the event that a test waits for does not happen: the test's own limit would not name it. */
export function withinLimit<T>(event: Promise<T>, message: string | (() => string)): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(typeof message === 'string' ? message : message()))
    const timer = startTimer(fail, LIMIT_MS * TIME_FACTOR)
    event.then(resolve, reject).finally(() => stopTimer(timer))
  })
}

import { ApiError } from '#web/api/api-error.ts'

/** Delays before the attempts to reach a server that does not respond, in ms. */
export const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000]

/** For uploads of hours, which nobody waits for: about ten minutes, in which a server is repaired and started again. */
export const PATIENT_RETRY_DELAYS_MS = [...RETRY_DELAYS_MS, ...Array.from({ length: 20 }, () => 30_000)]

type Options = {
  signal: AbortSignal
  /** Called before each wait. */
  onUnreachable: () => void
  delaysMs?: readonly number[]
}

/** Repeats an idempotent call while the server cannot be reached; waits for the network while the browser is offline. */
export async function retryUnreachable<T>(
  send: () => Promise<T>,
  { signal, onUnreachable, delaysMs = RETRY_DELAYS_MS }: Options,
): Promise<T> {
  for (const delay of delaysMs) {
    try {
      return await send()
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error
      onUnreachable()
      await (navigator.onLine ? sleep(delay, signal) : untilOnline(signal))
    }
  }
  return send()
}

/** Resolves when the browser is online again; rejects with the reason of `signal`. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return waitFor(signal, (resolve) => {
    addEventListener('online', resolve)
    return () => removeEventListener('online', resolve)
  })
}

/** Resolves after a time; rejects with the reason of `signal`. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return waitFor(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    return () => clearTimeout(timer)
  })
}

/** `start` returns its cleanup. An upload of hours waits often: no listener may stay on its signal. */
async function waitFor(signal: AbortSignal, start: (resolve: () => void) => () => void): Promise<void> {
  signal.throwIfAborted()
  const ended = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      const cleanup = start(() => resolve())
      ended.signal.addEventListener('abort', cleanup)
      signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal })
    })
  } finally {
    ended.abort()
  }
}

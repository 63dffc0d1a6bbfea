import { onTestFinished, vi } from 'vitest'

/** Stops date, timers and `performance.now` until the test ends; returns the function that lets time pass. */
export function stopClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  // Not faked by vitest's timers, which replace the object that lru-cache has read before.
  const now = vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  onTestFinished(() => {
    now.mockRestore()
    vi.useRealTimers()
  })
  return (ms) => void vi.advanceTimersByTime(ms)
}

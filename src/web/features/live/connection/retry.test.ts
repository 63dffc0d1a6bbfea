import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Retry } from './retry.ts'

const work = vi.fn()
let retry: Retry

beforeEach(() => {
  vi.useFakeTimers()
  work.mockClear()
  retry = new Retry(work, 1000)
})
afterEach(() => {
  vi.useRealTimers()
})

test('the pause grows with each failure in a row, but not for ever', () => {
  for (const pause of [1000, 2000, 3000]) {
    retry.failed()
    vi.advanceTimersByTime(pause - 1)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledOnce()
    work.mockClear()
  }
  for (let more = 0; more < 50; more += 1) retry.failed()
  vi.advanceTimersByTime(10_000)
  expect(work).toHaveBeenCalledOnce()
})

test('a pause that the server asked for is kept', () => {
  retry.failed(7)
  vi.advanceTimersByTime(6999)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledOnce()
})

test('after a success counting begins anew and nothing is pending', () => {
  retry.failed()
  retry.failed()
  expect(retry.failures).toBe(2)
  retry.succeeded()
  expect(vi.getTimerCount()).toBe(0)
  retry.failed()
  expect(retry.failures).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledOnce()
})

test('a new pause takes the place of the one that runs', () => {
  retry.after(1000)
  retry.after(3000)
  vi.advanceTimersByTime(2999)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(work).toHaveBeenCalledOnce()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Retry } from './retry.ts'

const task = vi.fn()
let retry: Retry

beforeEach(() => {
  vi.useFakeTimers()
  task.mockClear()
  retry = new Retry(task, 1000)
})
afterEach(() => {
  vi.useRealTimers()
})

test('the pause grows with each failure in a row, up to a maximum', () => {
  for (const pause of [1000, 2000, 3000]) {
    retry.recordFailure()
    vi.advanceTimersByTime(pause - 1)
    expect(task).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(task).toHaveBeenCalledOnce()
    task.mockClear()
  }
  for (let count = 0; count < 50; count += 1) retry.recordFailure()
  vi.advanceTimersByTime(10_000)
  expect(task).toHaveBeenCalledOnce()
})

test('the pause that the server sent is used', () => {
  retry.recordFailure(7)
  vi.advanceTimersByTime(6999)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(task).toHaveBeenCalledOnce()
})

test('a reset forgets the failures and cancels the pending run', () => {
  retry.recordFailure()
  retry.recordFailure()
  expect(retry.failures).toBe(2)
  retry.reset()
  expect(vi.getTimerCount()).toBe(0)
  retry.recordFailure()
  expect(retry.failures).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(task).toHaveBeenCalledOnce()
})

test('scheduling again replaces the pending run', () => {
  retry.schedule(1000)
  retry.schedule(3000)
  vi.advanceTimersByTime(2999)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(task).toHaveBeenCalledOnce()
})

test('a pending run stays, and after it another can be scheduled', () => {
  retry.recordFailure()
  retry.scheduleUnlessPending(3000)
  vi.advanceTimersByTime(1000)
  expect(task).toHaveBeenCalledOnce()
  retry.scheduleUnlessPending(3000)
  vi.advanceTimersByTime(3000)
  expect(task).toHaveBeenCalledTimes(2)
})

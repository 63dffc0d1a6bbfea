import { expect, test, vi } from 'vitest'
import { stopClock } from '#server/testing/stop-clock.ts'
import { SignInSlowdown } from './sign-in-slowdown.ts'

const EMAIL = 'amara@example.org'
const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the seconds to wait, 0 when the guess is counted. */
function guess(slowdown: SignInSlowdown, email = EMAIL): number {
  try {
    slowdown.countFailure(email)
    return 0
  } catch (error) {
    expect(error).toMatchObject({ status: 429 })
    return error instanceof Error && 'retryAfter' in error ? Number(error.retryAfter) : NaN
  }
}

test('after thirty failures each guess waits longer, up to five minutes, and the account is never locked', () => {
  const advance = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) expect(guess(slowdown)).toBe(0)
  const waits: number[] = []
  for (let index = 0; index < 11; index++) {
    const wait = guess(slowdown)
    // A refused guess is not counted.
    expect(guess(slowdown)).toBe(wait)
    waits.push(wait)
    advance(wait * 1000)
    expect(guess(slowdown)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  expect(guess(slowdown, 'other@example.org')).toBe(0)
})

test('failures are reset a day after the last one', () => {
  const advance = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) guess(slowdown)
  expect(slowdown.isSlow(EMAIL)).toBe(true)
  advance(DAY_MS + 1)
  expect(slowdown.isSlow(EMAIL)).toBe(false)
})

test('the e-mail address is forgotten a day after the last failure, without another attempt', () => {
  const advance = stopClock()
  const slowdown = new SignInSlowdown()
  slowdown.countFailure(EMAIL)
  advance(DAY_MS / 2)
  slowdown.countFailure(EMAIL)
  // The timer that removes the entry; the cache also has very short ones.
  advance(100)
  expect(vi.getTimerCount()).toBe(1)
  advance(DAY_MS - 1000)
  expect(vi.getTimerCount()).toBe(1)
  advance(1000)
  expect(vi.getTimerCount()).toBe(0)
})

test('an undone failure does not count, and the next attempt need not wait', () => {
  stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 100; index++) slowdown.countFailure(EMAIL)()
  for (let index = 0; index < 29; index++) slowdown.countFailure(EMAIL)
  slowdown.countFailure(EMAIL)()
  slowdown.countFailure(EMAIL)
  expect(guess(slowdown)).toBe(1)
})

test('an undone failure leaves the wait after a later failure', () => {
  const advance = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) slowdown.countFailure(EMAIL)
  advance(1000)
  const undo = slowdown.countFailure(EMAIL)
  advance(2000)
  slowdown.countFailure(EMAIL)
  undo()
  expect(guess(slowdown)).toBe(4)
})

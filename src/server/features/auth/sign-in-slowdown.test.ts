import { expect, onTestFinished, test, vi } from 'vitest'
import { SignInSlowdown } from './sign-in-slowdown.ts'

const EMAIL = 'amara@example.org'

function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return { advance: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000) }
}

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
  const clock = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) expect(guess(slowdown)).toBe(0)
  const waits: number[] = []
  for (let index = 0; index < 11; index++) {
    const wait = guess(slowdown)
    // A refused guess is not counted.
    expect(guess(slowdown)).toBe(wait)
    waits.push(wait)
    clock.advance(wait)
    expect(guess(slowdown)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  expect(guess(slowdown, 'other@example.org')).toBe(0)
})

test('failures are reset a day after the last one', () => {
  const clock = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) guess(slowdown)
  expect(slowdown.isSlow(EMAIL)).toBe(true)
  clock.advance(24 * 60 * 60)
  expect(slowdown.isSlow(EMAIL)).toBe(false)
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
  const clock = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) slowdown.countFailure(EMAIL)
  clock.advance(1)
  const undo = slowdown.countFailure(EMAIL)
  clock.advance(2)
  slowdown.countFailure(EMAIL)
  undo()
  expect(guess(slowdown)).toBe(4)
})

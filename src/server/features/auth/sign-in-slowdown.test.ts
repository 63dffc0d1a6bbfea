import { expect, onTestFinished, test, vi } from 'vitest'
import { SignInSlowdown } from './sign-in-slowdown.ts'

const EMAIL = 'amara@example.org'

function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000) }
}

/** Seconds to wait, 0 when the guess is counted. */
function guess(slowdown: SignInSlowdown, email = EMAIL): number {
  try {
    slowdown.countFailure(email)
    return 0
  } catch (error) {
    expect(error).toMatchObject({ status: 429 })
    return error instanceof Error && 'retryAfter' in error ? Number(error.retryAfter) : NaN
  }
}

test('after thirty failures each guess waits longer, up to five minutes, and none for good', () => {
  const clock = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) expect(guess(slowdown)).toBe(0)
  const waits: number[] = []
  for (let index = 0; index < 11; index++) {
    const wait = guess(slowdown)
    // Whoever is refused changes nothing.
    expect(guess(slowdown)).toBe(wait)
    waits.push(wait)
    clock.pass(wait)
    expect(guess(slowdown)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  expect(guess(slowdown, 'other@example.org')).toBe(0)
})

test('failures are forgotten a day after the last one', () => {
  const clock = stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 30; index++) guess(slowdown)
  expect(slowdown.isSlow(EMAIL)).toBe(true)
  clock.pass(24 * 60 * 60)
  expect(slowdown.isSlow(EMAIL)).toBe(false)
})

test('what is taken back was no failure, and lets the next one in at once', () => {
  stopClock()
  const slowdown = new SignInSlowdown()
  for (let index = 0; index < 100; index++) slowdown.countFailure(EMAIL)()
  for (let index = 0; index < 29; index++) slowdown.countFailure(EMAIL)
  slowdown.countFailure(EMAIL)()
  slowdown.countFailure(EMAIL)
  expect(guess(slowdown)).toBe(1)
})

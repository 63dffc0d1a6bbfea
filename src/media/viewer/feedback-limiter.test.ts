import { expect, it } from 'vitest'
import { FeedbackLimiter } from './feedback-limiter.ts'

/** Returns how many of the packets that arrive in each of ten seconds are processed. */
function countProcessed(limit: FeedbackLimiter, packets: number, bytes: number): number[] {
  return Array.from({ length: 10 }, (_, second) => {
    const times = Array.from({ length: packets }, (_, index) => (second + index / packets) * 1000)
    return times.filter((now) => limit.allowsPacket(bytes, now)).length
  })
}

it('processes all feedback of a browser on a bad connection', () => {
  // Requests every 20 ms, reports and estimates besides, each received on both tracks.
  expect(countProcessed(new FeedbackLimiter(500), 140, 100)).toEqual(Array.from({ length: 10 }, () => 140))
})

it('processes few of the thousands of full packets that a hostile viewer sends', () => {
  expect(countProcessed(new FeedbackLimiter(500), 4600, 1400).at(-1)).toBeLessThan(40)
})

it('limits requested packets a second, whether they exist or not', () => {
  const limit = new FeedbackLimiter(500)
  const sequences = Array.from({ length: 400 }, (_, sequence) => sequence)
  expect(limit.limitNack(sequences, 0)).toEqual(sequences)
  expect(limit.limitNack(sequences, 999)).toEqual(sequences.slice(0, 100))
  expect(limit.limitNack(sequences, 1000)).toEqual([])
  expect(limit.limitNack(sequences, 1001)).toEqual(sequences)
})

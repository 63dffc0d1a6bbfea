import { expect, it } from 'vitest'
import { FeedbackLimiter } from './feedback-limiter.ts'

/** How many of the packets that come in each of ten seconds are read. */
function read(limit: FeedbackLimiter, packets: number, bytes: number): number[] {
  return Array.from({ length: 10 }, (_, second) => {
    const times = Array.from({ length: packets }, (_, index) => (second + index / packets) * 1000)
    return times.filter((now) => limit.allowsPacket(bytes, now)).length
  })
}

it('reads all that a browser on a bad line says', () => {
  // Requests every 20 ms, reports and estimates besides, each heard by both tracks.
  expect(read(new FeedbackLimiter(500), 140, 100)).toEqual(Array.from({ length: 10 }, () => 140))
})

it('reads few of the thousands of full packets that a hostile viewer sends', () => {
  expect(read(new FeedbackLimiter(500), 4600, 1400).at(-1)).toBeLessThan(40)
})

it('looks for so many lost packets a second, whether there are such or not', () => {
  const limit = new FeedbackLimiter(500)
  const asked = Array.from({ length: 400 }, (_, sequence) => sequence)
  expect(limit.limitNack(asked, 0)).toEqual(asked)
  expect(limit.limitNack(asked, 999)).toEqual(asked.slice(0, 100))
  expect(limit.limitNack(asked, 1000)).toEqual([])
  expect(limit.limitNack(asked, 1001)).toEqual(asked)
})

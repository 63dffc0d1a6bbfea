import { expect, test } from 'vitest'
import { TrackClock } from './track-clock.ts'

const FRAME = 3000

test('frames are as far apart as their timestamps, whenever they arrived', () => {
  const clock = new TrackClock(90_000)
  const arrivals = [1000, 1090, 1091, 1110, 1300]
  const times = arrivals.map((at, index) => clock.nextTime(0xffffffff - FRAME + index * FRAME, at))
  for (const [index, time] of times.entries()) expect(time).toBeCloseTo(1000 + (index * 100) / 3, 3)
})

test('a source that restarts or jumps starts at the arrival of its packet', () => {
  const clock = new TrackClock(90_000)
  clock.nextTime(0, 1000)
  clock.restart()
  expect(clock.nextTime(777_777, 3000)).toBe(3000)
  expect(clock.nextTime(777_777 + 90_000 * 3600, 3020)).toBe(3020)
  expect(clock.nextTime(0, 3010)).toBe(3021)
})

test('a correction is gradual and never turns time back', () => {
  const clock = new TrackClock(90_000)
  clock.nextTime(0, 1000)
  clock.setCorrection(-50)
  let last = 1000
  let frame = 0
  for (; frame < 60; frame++) {
    const time = clock.nextTime(frame * FRAME, 1000 + (frame * 100) / 3)
    expect(time).toBeGreaterThan(last - 1e-6)
    last = time
  }
  expect(last).toBeCloseTo(1000 + ((frame - 1) * 100) / 3 - 50, 0)
})

test('a correction of many seconds is a clock that was set, and is ignored', () => {
  const clock = new TrackClock(90_000)
  clock.nextTime(0, 1000)
  clock.setCorrection(60_000)
  expect(clock.nextTime(90_000, 2000)).toBe(2000)
})

test('timestamps that run ahead do not make the recording longer', () => {
  const clock = new TrackClock(90_000)
  let last = clock.nextTime(0, 1000)
  clock.setCorrection(2900)
  // Twice as fast as the time.
  for (let at = 1000; at < 61_000; at += 20) last = clock.nextTime(180 * (at - 1000), at)
  expect(last).toBeLessThan(61_000 + 2000)
})

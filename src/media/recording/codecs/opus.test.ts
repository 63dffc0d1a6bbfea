import { expect, test } from 'vitest'
import { opusDuration, opusSilence } from './opus.ts'

test.each([
  ['fc', 20],
  ['f8fffe', 20],
  ['08', 20],
  ['18', 60],
  ['63', 0],
  ['6302', 20],
  ['fd', 40],
  ['e0', 2.5],
  ['ff3f', 0],
  ['', 0],
])('the packet %j lasts %d ms', (hex, milliseconds) => {
  expect(opusDuration(Buffer.from(hex, 'hex'))).toBe(milliseconds)
})

test.each([0, 2, 20, 47.5, 1003, 60_000])('silence of %d ms is as long as packets allow', (milliseconds) => {
  const packets = [...opusSilence(milliseconds)]
  const length = packets.reduce((sum, { duration }) => sum + duration, 0)
  expect(milliseconds - length).toBeGreaterThanOrEqual(0)
  expect(milliseconds - length).toBeLessThan(2.5)
  for (const { data, duration } of packets) expect(opusDuration(data)).toBe(duration)
})

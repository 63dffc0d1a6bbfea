import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequenceOf } from '../rtp/rtp.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import { rtpPacket } from './testing/packets.ts'

const NOTHING = Buffer.alloc(0)
const packet = (sequence: number) => rtpPacket({ sequence, timestamp: 0, payload: NOTHING })

function createBuffer(waitMs = 250) {
  const passedOn: string[] = []
  const buffer = new ReorderBuffer(waitMs, (each, _at, isAfterGap) =>
    passedOn.push(`${isAfterGap ? '!' : ''}${sequenceOf(each)}`),
  )
  return { buffer, passedOn }
}

test('reordered packets are passed on in order, across the wrap of their sequence numbers', () => {
  const { buffer, passedOn } = createBuffer()
  for (const sequence of [65_534, 0, 65_535, 2, 1, 3]) buffer.put(packet(sequence), 0)
  expect(passedOn).toEqual(['65534', '65535', '0', '1', '2', '3'])
})

test('waits for a missing packet, then skips it and marks the gap', () => {
  const { buffer, passedOn } = createBuffer()
  for (const sequence of [1, 3, 4]) buffer.put(packet(sequence), 100)
  buffer.skipExpired(349)
  expect(passedOn).toEqual(['1'])
  buffer.skipExpired(350)
  expect(passedOn).toEqual(['1', '!3', '4'])
  buffer.put(packet(2), 360)
  expect(passedOn).toHaveLength(3)
})

test('a duplicate is passed on once', () => {
  const { buffer, passedOn } = createBuffer()
  for (const sequence of [1, 1, 3, 3, 2, 2]) buffer.put(packet(sequence), 0)
  expect(passedOn).toEqual(['1', '2', '3'])
})

test('a jump of the sequence numbers is a gap, and a restart is none', () => {
  const { buffer, passedOn } = createBuffer()
  for (const sequence of [1, 20_000]) buffer.put(packet(sequence), 0)
  buffer.restart()
  buffer.put(packet(9), 0)
  expect(passedOn).toEqual(['1', '!20000', '9'])
})

test('whatever the order of arrival, no packet is passed on twice or before an earlier one', () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 50 })))
  fc.assert(
    fc.property(arrivals, (list) => {
      const { buffer, passedOn } = createBuffer(100)
      let now = 0
      for (const [sequence, pause] of list) buffer.put(packet(sequence), (now += pause))
      buffer.flush()
      const numbers = passedOn.map((each) => Number(each.replace('!', '')))
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
    }),
  )
})

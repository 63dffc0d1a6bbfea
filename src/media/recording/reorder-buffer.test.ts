import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequenceOf } from '../rtp/rtp.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import { rtpPacket } from './testing/packets.ts'

const NOTHING = Buffer.alloc(0)
const packet = (sequence: number) => rtpPacket({ sequence, timestamp: 0, payload: NOTHING })

function watched(waitMs = 250) {
  const given: string[] = []
  const buffer = new ReorderBuffer(waitMs, (each, _at, isAfterGap) =>
    given.push(`${isAfterGap ? '!' : ''}${sequenceOf(each)}`),
  )
  return { buffer, given }
}

test('packets that arrive out of order are given on in order, past the wrap of their numbers', () => {
  const { buffer, given } = watched()
  for (const sequence of [65_534, 0, 65_535, 2, 1, 3]) buffer.put(packet(sequence), 0)
  expect(given).toEqual(['65534', '65535', '0', '1', '2', '3'])
})

test('a lost packet is waited for, then given up with a word about the gap', () => {
  const { buffer, given } = watched()
  for (const sequence of [1, 3, 4]) buffer.put(packet(sequence), 100)
  buffer.skipExpired(349)
  expect(given).toEqual(['1'])
  buffer.skipExpired(350)
  expect(given).toEqual(['1', '!3', '4'])
  buffer.put(packet(2), 360)
  expect(given).toHaveLength(3)
})

test('a second copy is given on once', () => {
  const { buffer, given } = watched()
  for (const sequence of [1, 1, 3, 3, 2, 2]) buffer.put(packet(sequence), 0)
  expect(given).toEqual(['1', '2', '3'])
})

test('numbers that begin elsewhere are a gap, and a restart is none', () => {
  const { buffer, given } = watched()
  for (const sequence of [1, 20_000]) buffer.put(packet(sequence), 0)
  buffer.restart()
  buffer.put(packet(9), 0)
  expect(given).toEqual(['1', '!20000', '9'])
})

test('whatever order packets arrive in, none comes twice or before an earlier one', () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 50 })))
  fc.assert(
    fc.property(arrivals, (list) => {
      const { buffer, given } = watched(100)
      let now = 0
      for (const [sequence, pause] of list) buffer.put(packet(sequence), (now += pause))
      buffer.flush()
      const numbers = given.map((each) => Number(each.replace('!', '')))
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
    }),
  )
})

import { expect, it } from 'vitest'
import { NackTracker } from './nack-tracker.ts'

function packet(sequence: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(sequence & 0xffff, 2)
  return bytes
}

function after(sequences: number[]): NackTracker {
  const missing = new NackTracker('video')
  for (const sequence of sequences) missing.addPacket(packet(sequence), 0)
  return missing
}

it('asks for a gap a moment later, across the wrap, and again until it comes', () => {
  const missing = after([65_534, 65_537])
  expect(missing.takeDueRequests(5).dueSequences).toEqual([])
  expect(missing.takeDueRequests(10).dueSequences).toEqual([65_535, 0])
  expect(missing.takeDueRequests(30).dueSequences).toEqual([])
  missing.addPacket(packet(0), 40)
  expect(missing.takeDueRequests(60).dueSequences).toEqual([65_535])
  expect(missing.takeDueRequests(120).dueSequences).toEqual([])
  expect(missing.takeDueRequests(140).dueSequences).toEqual([65_535])
})

it('asks for nothing when packets only changed places', () => {
  const missing = after([1, 3, 2])
  expect(missing.isEmpty).toBe(true)
  expect(missing.takeDueRequests(100)).toEqual({ dueSequences: [], hasGivenUp: false })
})

it('gives up a packet after a second, and says so once', () => {
  const missing = after([1, 3])
  expect(missing.takeDueRequests(1001)).toEqual({ dueSequences: [], hasGivenUp: true })
  expect(missing.takeDueRequests(1002)).toEqual({ dueSequences: [], hasGivenUp: false })
  expect(missing.isEmpty).toBe(true)
})

it('asks twice for sound, which nobody waits for long', () => {
  const missing = new NackTracker('audio')
  for (const sequence of [1, 3]) missing.addPacket(packet(sequence), 0)
  const rounds = Array.from({ length: 50 }, (_, index) => missing.takeDueRequests(10 * index))
  expect(rounds.flatMap(({ dueSequences }) => dueSequences)).toEqual([2, 2])
  expect(rounds.filter(({ hasGivenUp }) => hasGivenUp)).toHaveLength(1)
  expect(missing.isEmpty).toBe(true)
})

it('says that a long gap needs a keyframe instead', () => {
  const missing = after([1, 3])
  expect(missing.addPacket(packet(300), 0)).toBe(false)
  expect(missing.isEmpty).toBe(true)
  expect(missing.addPacket(packet(301), 0)).toBe(true)
})

it('asks again only when an answer could be there, on a line where answers take long', () => {
  const missing = after([1, 3])
  // Each lost packet comes 200 ms after it was first asked for.
  for (let round = 0; round < 10; round++) {
    const begin = 1000 * round
    missing.addPacket(packet(2 * round + 5), begin)
    missing.takeDueRequests(begin + 10)
    missing.addPacket(packet(2 * round + 4), begin + 210)
  }
  missing.addPacket(packet(102), 20_000)
  missing.addPacket(packet(104), 20_000)
  const requests = Array.from({ length: 100 }, (_, index) => missing.takeDueRequests(20_000 + 10 * index))
  expect(requests.filter(({ dueSequences }) => dueSequences.includes(103)).length).toBeLessThanOrEqual(5)
})

import { expect, it } from 'vitest'
import { MissingPackets } from './nack-tracker.ts'

function packet(sequence: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(sequence & 0xffff, 2)
  return bytes
}

function after(sequences: number[]): MissingPackets {
  const missing = new MissingPackets('video')
  for (const sequence of sequences) missing.note(packet(sequence), 0)
  return missing
}

it('asks for a gap a moment later, across the wrap, and again until it comes', () => {
  const missing = after([65_534, 65_537])
  expect(missing.takeDue(5).due).toEqual([])
  expect(missing.takeDue(10).due).toEqual([65_535, 0])
  expect(missing.takeDue(30).due).toEqual([])
  missing.note(packet(0), 40)
  expect(missing.takeDue(60).due).toEqual([65_535])
  expect(missing.takeDue(120).due).toEqual([])
  expect(missing.takeDue(140).due).toEqual([65_535])
})

it('asks for nothing when packets only changed places', () => {
  const missing = after([1, 3, 2])
  expect(missing.isEmpty).toBe(true)
  expect(missing.takeDue(100)).toEqual({ due: [], areSomeLost: false })
})

it('gives up a packet after a second, and says so once', () => {
  const missing = after([1, 3])
  expect(missing.takeDue(1001)).toEqual({ due: [], areSomeLost: true })
  expect(missing.takeDue(1002)).toEqual({ due: [], areSomeLost: false })
  expect(missing.isEmpty).toBe(true)
})

it('asks twice for sound, which nobody waits for long', () => {
  const missing = new MissingPackets('audio')
  for (const sequence of [1, 3]) missing.note(packet(sequence), 0)
  const rounds = Array.from({ length: 50 }, (_, index) => missing.takeDue(10 * index))
  expect(rounds.flatMap(({ due }) => due)).toEqual([2, 2])
  expect(rounds.filter(({ areSomeLost }) => areSomeLost)).toHaveLength(1)
  expect(missing.isEmpty).toBe(true)
})

it('says that a long gap needs a keyframe instead', () => {
  const missing = after([1, 3])
  expect(missing.note(packet(300), 0)).toBe(false)
  expect(missing.isEmpty).toBe(true)
  expect(missing.note(packet(301), 0)).toBe(true)
})

it('asks again only when an answer could be there, on a line where answers take long', () => {
  const missing = after([1, 3])
  // Each lost packet comes 200 ms after it was first asked for.
  for (let round = 0; round < 10; round++) {
    const begin = 1000 * round
    missing.note(packet(2 * round + 5), begin)
    missing.takeDue(begin + 10)
    missing.note(packet(2 * round + 4), begin + 210)
  }
  missing.note(packet(102), 20_000)
  missing.note(packet(104), 20_000)
  const requests = Array.from({ length: 100 }, (_, index) => missing.takeDue(20_000 + 10 * index))
  expect(requests.filter(({ due }) => due.includes(103)).length).toBeLessThanOrEqual(5)
})

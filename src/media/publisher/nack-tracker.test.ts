import { expect, it } from 'vitest'
import { NackTracker } from './nack-tracker.ts'

function packet(sequence: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(sequence & 0xffff, 2)
  return bytes
}

function trackerAfter(sequences: number[]): NackTracker {
  const tracker = new NackTracker('video')
  for (const sequence of sequences) tracker.addPacket(packet(sequence), 0)
  return tracker
}

it('requests a gap after a short delay, across the wrap, and again until it is filled', () => {
  const tracker = trackerAfter([65_534, 65_537])
  expect(tracker.takeDueRequests(5).dueSequences).toEqual([])
  expect(tracker.takeDueRequests(10).dueSequences).toEqual([65_535, 0])
  expect(tracker.takeDueRequests(30).dueSequences).toEqual([])
  tracker.addPacket(packet(0), 40)
  expect(tracker.takeDueRequests(60).dueSequences).toEqual([65_535])
  expect(tracker.takeDueRequests(120).dueSequences).toEqual([])
  expect(tracker.takeDueRequests(140).dueSequences).toEqual([65_535])
})

it('requests nothing when packets were only reordered', () => {
  const tracker = trackerAfter([1, 3, 2])
  expect(tracker.isEmpty).toBe(true)
  expect(tracker.takeDueRequests(100)).toEqual({ dueSequences: [], hasGivenUp: false })
})

it('gives up a packet after a second, and reports that once', () => {
  const tracker = trackerAfter([1, 3])
  expect(tracker.takeDueRequests(1001)).toEqual({ dueSequences: [], hasGivenUp: true })
  expect(tracker.takeDueRequests(1002)).toEqual({ dueSequences: [], hasGivenUp: false })
  expect(tracker.isEmpty).toBe(true)
})

it('requests audio twice, because late audio is useless', () => {
  const tracker = new NackTracker('audio')
  for (const sequence of [1, 3]) tracker.addPacket(packet(sequence), 0)
  const rounds = Array.from({ length: 50 }, (_, index) => tracker.takeDueRequests(10 * index))
  expect(rounds.flatMap(({ dueSequences }) => dueSequences)).toEqual([2, 2])
  expect(rounds.filter(({ hasGivenUp }) => hasGivenUp)).toHaveLength(1)
  expect(tracker.isEmpty).toBe(true)
})

it('reports that a long gap needs a keyframe instead', () => {
  const tracker = trackerAfter([1, 3])
  expect(tracker.addPacket(packet(300), 0)).toBe(false)
  expect(tracker.isEmpty).toBe(true)
  expect(tracker.addPacket(packet(301), 0)).toBe(true)
})

it('requests few of the packets that are missing when nearly all are', () => {
  const tracker = new NackTracker('video')
  let requested = 0
  let keyframes = 0
  for (let index = 0; index < 3000; index++) {
    const now = index / 3
    if (!tracker.addPacket(packet(150 * index), now)) keyframes++
    if (index % 60 === 0) requested += tracker.takeDueRequests(now).dueSequences.length
  }
  expect(keyframes).toBeGreaterThan(0)
  expect(requested).toBeLessThan(2000)
})

it('waits for the usual response time before it retries', () => {
  const tracker = trackerAfter([1, 3])
  // Each lost packet arrives 200 ms after its first request.
  for (let round = 0; round < 10; round++) {
    const startsAt = 1000 * round
    tracker.addPacket(packet(2 * round + 5), startsAt)
    tracker.takeDueRequests(startsAt + 10)
    tracker.addPacket(packet(2 * round + 4), startsAt + 210)
  }
  tracker.addPacket(packet(102), 20_000)
  tracker.addPacket(packet(104), 20_000)
  const requests = Array.from({ length: 100 }, (_, index) => tracker.takeDueRequests(20_000 + 10 * index))
  expect(requests.filter(({ dueSequences }) => dueSequences.includes(103)).length).toBeLessThanOrEqual(5)
})

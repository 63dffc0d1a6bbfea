import { beforeEach, expect, test } from 'vitest'
import { StallDetector } from './stall-detector.ts'

let detector: StallDetector
let at: number
beforeEach(() => {
  detector = new StallDetector()
  at = 1_000_000
})

type Second = { bytesReceived?: number; isAlive?: boolean; isConnected?: boolean }

/** Processes one sample per second; returns the last result. */
function sample(
  seconds: number,
  { bytesReceived = 0, isAlive = bytesReceived > 0, isConnected = true }: Second,
): boolean {
  let isStalled = false
  for (let second = 0; second < seconds; second += 1) {
    at += 1000
    isStalled = detector.isStalled({ bytesReceived, isAlive, at }, isConnected)
  }
  return isStalled
}

const flowing = { bytesReceived: 1000 }
const silent = { bytesReceived: 0 }

test('the video is stalled when nothing arrives for more than 3 s, until data arrives again', () => {
  expect(sample(5, flowing)).toBe(false)
  expect(sample(3, silent)).toBe(false)
  expect(sample(1, silent)).toBe(true)
  expect(sample(1, flowing)).toBe(false)
})

test('a lost socket is no stall while media arrives', () => {
  expect(sample(30, { ...flowing, isConnected: false })).toBe(false)
})

test('without the socket, responses without media are a stall', () => {
  sample(5, flowing)
  expect(sample(4, { isAlive: true, isConnected: false })).toBe(true)
})

test('the rare responses while the creator sends nothing are no stall', () => {
  sample(5, flowing)
  for (let times = 0; times < 5; times += 1) {
    expect(sample(2, silent)).toBe(false)
    expect(sample(1, { isAlive: true })).toBe(false)
    expect(sample(3, silent)).toBe(false)
    expect(sample(1, { isAlive: true })).toBe(false)
    expect(sample(5, silent)).toBe(false)
    expect(sample(1, { isAlive: true })).toBe(false)
  }
  expect(sample(7, silent)).toBe(true)
})

test('a new connection starts over and is not stalled before it is established', () => {
  sample(5, flowing)
  sample(4, silent)
  detector.reset()
  expect(sample(30, silent)).toBe(false)
})

import { beforeEach, expect, test } from 'vitest'
import { StallDetector } from './stall-detector.ts'

let standstill: StallDetector
let at: number
beforeEach(() => {
  standstill = new StallDetector()
  at = 1_000_000
})

type Second = { received?: number; isAlive?: boolean; isConnected?: boolean }

/** One look a second; answers what the last one found. */
function look(
  seconds: number,
  { received = 0, isAlive = received > 0, isConnected = true }: Second,
): boolean {
  let isStill = false
  for (let second = 0; second < seconds; second += 1) {
    at += 1000
    isStill = standstill.isStill({ received, isAlive, at }, isConnected)
  }
  return isStill
}

const flowing = { received: 1000 }
const silent = { received: 0 }

test('a picture stands still when nothing was heard for some 3 s, until something comes', () => {
  expect(look(5, flowing)).toBe(false)
  expect(look(3, silent)).toBe(false)
  expect(look(1, silent)).toBe(true)
  expect(look(1, flowing)).toBe(false)
})

test('a socket that went while media flows is no standstill', () => {
  expect(look(30, { ...flowing, isConnected: false })).toBe(false)
})

test('without the socket a server that only answers is one', () => {
  look(5, flowing)
  expect(look(4, { isAlive: true, isConnected: false })).toBe(true)
})

test('a creator who sends nothing is heard seldom, and that is none', () => {
  look(5, flowing)
  for (let times = 0; times < 5; times += 1) {
    expect(look(2, silent)).toBe(false)
    expect(look(1, { isAlive: true })).toBe(false)
    expect(look(3, silent)).toBe(false)
    expect(look(1, { isAlive: true })).toBe(false)
    expect(look(5, silent)).toBe(false)
    expect(look(1, { isAlive: true })).toBe(false)
  }
  expect(look(7, silent)).toBe(true)
})

test('another connection begins anew, and has all the time to be made', () => {
  look(5, flowing)
  look(4, silent)
  standstill.begin()
  expect(look(30, silent)).toBe(false)
})

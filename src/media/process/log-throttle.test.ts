import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LogThrottle } from './log-throttle.ts'

let lines: string[]
let throttle: LogThrottle

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  throttle = new LogThrottle((line) => lines.push(line))
})
afterEach(() => void vi.useRealTimers())

it('writes one line a second of a flood, and counts the suppressed ones', () => {
  for (let packet = 0; packet < 3000; packet++) {
    throttle.log(`bad packet ${packet}`)
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(5000)
  expect(lines).toEqual([
    'bad packet 0',
    'bad packet 999 (998 more suppressed)',
    'bad packet 1999 (999 more suppressed)',
    'bad packet 2999 (999 more suppressed)',
  ])
})

it('writes a message after a quiet second at once, as a single line', () => {
  throttle.log('first')
  vi.advanceTimersByTime(1000)
  throttle.log('second\n  of two lines\n')
  expect(lines).toEqual(['first', 'second of two lines'])
})

it('writes a single suppressed message without a count', () => {
  throttle.log('first')
  throttle.log('second')
  expect(lines).toEqual(['first'])
  vi.advanceTimersByTime(1000)
  expect(lines).toEqual(['first', 'second'])
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
})

import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatElapsed } from '#web/lib/format/elapsed.ts'
import { Elapsed } from './elapsed.tsx'

const NOW = new Date('2025-11-21T20:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test.each([
  [0, '00:00:00'],
  [999, '00:00:00'],
  [61_000, '00:01:01'],
  [3_599_999, '00:59:59'],
  [3_600_000, '01:00:00'],
  [360_000_000, '100:00:00'],
  [-5000, '00:00:00'],
])('%i ms are %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text)
})

test('the text counts the seconds since the start', () => {
  const { container } = render(<Elapsed since="2025-11-21T18:59:00Z" />)
  expect(container.textContent).toBe('01:01:00')
  advance(2000)
  expect(container.textContent).toBe('01:01:02')
})

test('without a start the text is 00:00:00, and counts once there is one', () => {
  const { container, rerender } = render(<Elapsed since={null} />)
  expect(vi.getTimerCount()).toBe(0)
  advance(60_000)
  expect(container.textContent).toBe('00:00:00')
  rerender(<Elapsed since={new Date().toISOString()} />)
  advance(3000)
  expect(container.textContent).toBe('00:00:03')
  rerender(<Elapsed since={null} />)
  expect(container.textContent).toBe('00:00:00')
  expect(vi.getTimerCount()).toBe(0)
})

test('a start in the past is shown correctly at once on a page that was open before', () => {
  const { container, rerender } = render(<Elapsed since={null} />)
  advance(3_600_000)
  rerender(<Elapsed since={NOW.toISOString()} />)
  expect(container.textContent).toBe('01:00:00')
})

test('unmounting stops the timer', () => {
  render(<Elapsed since={NOW.toISOString()} />).unmount()
  expect(vi.getTimerCount()).toBe(0)
})

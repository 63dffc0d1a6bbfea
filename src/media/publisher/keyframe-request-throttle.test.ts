import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KeyframeRequestThrottle } from './keyframe-request-throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends the first request at once, and one more for all that came too soon', () => {
  const send = vi.fn<() => void>()
  const gate = new KeyframeRequestThrottle(300, send)
  for (let asked = 0; asked < 5; asked++) gate.request()
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(299)
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(send).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(send).toHaveBeenCalledTimes(2)
})

it('keeps the interval after the trailing request too', () => {
  const send = vi.fn<() => void>()
  const gate = new KeyframeRequestThrottle(300, send)
  gate.request()
  gate.request()
  vi.advanceTimersByTime(300)
  gate.request()
  expect(send).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(300)
  expect(send).toHaveBeenCalledTimes(3)
})

it('survives an exception in its timer, where it would end the process', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const send = vi.fn<() => void>()
  const gate = new KeyframeRequestThrottle(300, send)
  gate.request()
  gate.request()
  send.mockImplementationOnce(() => {
    throw new Error('the track is gone')
  })
  vi.advanceTimersByTime(300)
  gate.request()
  vi.advanceTimersByTime(300)
  expect(send).toHaveBeenCalledTimes(3)
})

it('leaves no timer behind when it is closed', () => {
  const send = vi.fn<() => void>()
  const gate = new KeyframeRequestThrottle(300, send)
  gate.request()
  gate.request()
  gate.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(send).toHaveBeenCalledTimes(1)
})

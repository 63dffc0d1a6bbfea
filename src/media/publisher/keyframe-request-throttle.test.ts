import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KeyframeRequestThrottle } from './keyframe-request-throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends the first request at once, and one trailing request for all others within the interval', () => {
  const send = vi.fn<() => void>()
  const throttle = new KeyframeRequestThrottle(300, send)
  for (let index = 0; index < 5; index++) throttle.request()
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(299)
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(send).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(send).toHaveBeenCalledTimes(2)
})

it('waits for the interval after a trailing request too', () => {
  const send = vi.fn<() => void>()
  const throttle = new KeyframeRequestThrottle(300, send)
  throttle.request()
  throttle.request()
  vi.advanceTimersByTime(300)
  throttle.request()
  expect(send).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(300)
  expect(send).toHaveBeenCalledTimes(3)
})

it('catches an exception in its timer, which would end the process', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const send = vi.fn<() => void>()
  const throttle = new KeyframeRequestThrottle(300, send)
  throttle.request()
  throttle.request()
  send.mockImplementationOnce(() => {
    throw new Error('the track has ended')
  })
  vi.advanceTimersByTime(300)
  throttle.request()
  vi.advanceTimersByTime(300)
  expect(send).toHaveBeenCalledTimes(3)
})

it('leaves no timer behind when it is closed', () => {
  const send = vi.fn<() => void>()
  const throttle = new KeyframeRequestThrottle(300, send)
  throttle.request()
  throttle.request()
  throttle.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(send).toHaveBeenCalledTimes(1)
})

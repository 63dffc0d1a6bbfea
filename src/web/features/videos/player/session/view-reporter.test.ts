import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ViewReporter } from './view-reporter.ts'

const send = vi.fn<ConstructorParameters<typeof ViewReporter>[0]['send']>()
let now = 0

beforeEach(() => {
  send.mockReset()
  now = 0
})

function openReporter() {
  const element = document.createElement('video')
  const state = { paused: false, seeking: false, ended: false, readyState: 4, currentTime: 0 }
  for (const key of Object.keys(state))
    Object.defineProperty(element, key, { get: () => Reflect.get(state, key) })
  const reporter = new ViewReporter({ element, send, now: () => now })
  reporter.open()
  onTestFinished(() => reporter.close())
  const report = (type: string, change: Partial<typeof state> = {}, target: EventTarget = element) => {
    Object.assign(state, change)
    target.dispatchEvent(new Event(type))
  }
  return { report, reporter }
}

const watchTimes = () => send.mock.calls.map(([{ watchTime }]) => watchTime)

test('a playback is reported at its start, at a pause, and when the page is closed', () => {
  const { report } = openReporter()
  report('playing')
  now += 4000
  report('pause', { paused: true })
  now += 60_000
  report('playing', { paused: false })
  now += 2000
  report('pagehide', {}, window)
  expect(watchTimes()).toEqual([0, 4, 6])
})

test('buffering and seeking do not count', () => {
  const { report } = openReporter()
  report('playing')
  now += 1000
  report('waiting', { readyState: 2 })
  now += 30_000
  report('playing', { readyState: 4 })
  now += 1000
  report('seeking', { seeking: true })
  now += 10_000
  report('timeupdate', { seeking: false })
  now += 1000
  report('pause', { paused: true })
  expect(watchTimes()).toEqual([0, 3])
})

test('the reports of a playback have the same session, and one that never plays has none', () => {
  const { report, reporter } = openReporter()
  report('pagehide', {}, window)
  expect(send).not.toHaveBeenCalled()
  report('playing')
  now += 5000
  reporter.close()
  const sessions = new Set(send.mock.calls.map(([{ sessionId }]) => sessionId))
  expect(sessions.size).toBe(1)
  expect(watchTimes()).toEqual([0, 5])
})

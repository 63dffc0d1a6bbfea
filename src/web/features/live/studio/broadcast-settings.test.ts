import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** As a page that is opened anew. */
const load = () => import('./broadcast-settings.ts')

test('without a choice the browser is asked for 1280 by 720 with sound', async () => {
  const { broadcastSettings, constraintsOf } = await load()
  expect(constraintsOf(broadcastSettings.get())).toEqual({ video: { width: 1280, height: 720 }, audio: true })
})

test('what was chosen is asked for, and remembered on the device', async () => {
  const before = await load()
  before.changeSettings({
    camera: 'the desk',
    microphone: 'the lapel',
    resolution: 480,
    noiseSuppression: false,
  })
  vi.resetModules()
  const { broadcastSettings, constraintsOf } = await load()
  expect(constraintsOf(broadcastSettings.get())).toEqual({
    video: { width: 853, height: 480, deviceId: { ideal: 'the desk' } },
    audio: { deviceId: { ideal: 'the lapel' }, noiseSuppression: false },
  })
})

test.each(['{', 'null', '{"resolution":99}', '[]'])(
  'what is stored and makes no sense (%s) is forgotten',
  async (stored) => {
    localStorage.setItem('broadcast-settings', stored)
    const { broadcastSettings } = await load()
    expect(broadcastSettings.get()).toMatchObject({ resolution: 720, camera: null })
  },
)

test('another bitrate needs no other device', async () => {
  const { broadcastSettings, needsNewDevice } = await load()
  const now = broadcastSettings.get()
  expect(needsNewDevice(now, { ...now, bitrate: 500_000 })).toBe(false)
  expect(needsNewDevice(now, { ...now, resolution: 360 })).toBe(true)
})

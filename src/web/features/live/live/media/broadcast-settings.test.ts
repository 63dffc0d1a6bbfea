import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** Loads the module again, as a new page does. */
const load = () => import('./broadcast-settings.ts')

test('the default constraints are 1280 by 720 with audio', async () => {
  const { broadcastSettings, constraintsOf } = await load()
  expect(constraintsOf(broadcastSettings.get())).toEqual({ video: { width: 1280, height: 720 }, audio: true })
})

test('the chosen settings become constraints and are stored on the device', async () => {
  const before = await load()
  before.changeSettings({
    camera: 'desk camera',
    microphone: 'lapel microphone',
    resolution: 480,
    noiseSuppression: false,
  })
  vi.resetModules()
  const { broadcastSettings, constraintsOf } = await load()
  expect(constraintsOf(broadcastSettings.get())).toEqual({
    video: { width: 853, height: 480, deviceId: { ideal: 'desk camera' } },
    audio: { deviceId: { ideal: 'lapel microphone' }, noiseSuppression: false },
  })
})

test.each(['{', 'null', '{"resolution":99}', '[]'])(
  'an invalid stored value (%s) is ignored',
  async (value) => {
    localStorage.setItem('broadcast-settings', value)
    const { broadcastSettings } = await load()
    expect(broadcastSettings.get()).toMatchObject({ resolution: 720, camera: null })
  },
)

test('a change of the bitrate does not reopen the devices', async () => {
  const { broadcastSettings, needsNewDevice } = await load()
  const now = broadcastSettings.get()
  expect(needsNewDevice(now, { ...now, bitrate: 500_000 })).toBe(false)
  expect(needsNewDevice(now, { ...now, resolution: 360 })).toBe(true)
})

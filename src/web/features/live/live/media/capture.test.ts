import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Capture } from './capture.ts'
import { TestMedia } from '#web/features/live/live/testing/test-peers.ts'

const onMedia = vi.fn<(media: MediaStream | null) => void>()
const onDeviceError = vi.fn()
/** The pending permission prompts of the browser. */
let prompts: { allow: (media: TestMedia) => Promise<void>; refuse: (name: string) => Promise<void> }[]
let capture: Capture

beforeEach(() => {
  vi.useFakeTimers()
  onMedia.mockClear()
  onDeviceError.mockClear()
  prompts = []
  const getMedia = () =>
    new Promise<MediaStream>((resolve, reject) => {
      prompts.push({
        allow: ({ stream }) => flushAfter(resolve(stream)),
        refuse: (name) => flushAfter(reject(new DOMException('no', name))),
      })
    })
  capture = new Capture({ getMedia, onMedia, onDeviceError })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Waits until the handlers of a resolved or rejected prompt have run. */
const flushAfter = async (_resolution: void) => void (await vi.advanceTimersByTimeAsync(0))
const promptAt = (index: number) => {
  const found = prompts[index]
  if (!found) throw new Error(`there is no prompt ${index}`)
  return found
}
const bothDevices = () => new TestMedia('video', 'audio')

async function openWith(media: TestMedia): Promise<void> {
  const opening = capture.open()
  await promptAt(0).allow(media)
  await opening
}

test('concurrent calls open the devices once, and a later call returns the same stream', async () => {
  const media = bothDevices()
  const openings = [capture.open(), capture.open()]
  await promptAt(0).allow(media)
  expect(await Promise.all(openings)).toEqual([media.stream, media.stream])
  await capture.open()
  expect(prompts).toHaveLength(1)
  expect(onMedia.mock.calls).toEqual([[media.stream]])
})

test('devices that open after close are released at once', async () => {
  const media = bothDevices()
  const opening = capture.open()
  capture.close()
  const refused = expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  await promptAt(0).allow(media)
  await refused
  expect(media.isLive).toBe(false)
  expect(onMedia).not.toHaveBeenCalled()
  expect(onDeviceError).not.toHaveBeenCalled()
})

test('devices that are closed and reopened during the permission prompt use the same prompt', async () => {
  const media = bothDevices()
  const first = capture.open()
  capture.close()
  const second = capture.open()
  await promptAt(0).allow(media)
  expect(await Promise.all([first, second])).toEqual([media.stream, media.stream])
  expect(prompts).toHaveLength(1)
  expect(media.isLive).toBe(true)
})

test('closing releases all devices and reports it once', async () => {
  const media = bothDevices()
  await openWith(media)
  capture.close()
  capture.close()
  expect(media.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  expect(onMedia.mock.calls).toEqual([[media.stream], [null]])
})

test('a refusal is reported and thrown, and the next attempt prompts again', async () => {
  const opening = capture.open()
  const refused = expect(opening).rejects.toMatchObject({ name: 'NotAllowedError' })
  await promptAt(0).refuse('NotAllowedError')
  await refused
  expect(onDeviceError).toHaveBeenCalledOnce()
  const media = bothDevices()
  const reopening = capture.open()
  await promptAt(1).allow(media)
  expect(await reopening).toBe(media.stream)
})

test('a refusal after close is not reported', async () => {
  const opening = capture.open()
  capture.close()
  const refused = expect(opening).rejects.toMatchObject({ name: 'NotAllowedError' })
  await promptAt(0).refuse('NotAllowedError')
  await refused
  expect(onDeviceError).not.toHaveBeenCalled()
})

test('enabled states apply to open devices and to devices that are opened later', async () => {
  capture.setEnabled('audio', false)
  const media = bothDevices()
  await openWith(media)
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([true, false])
  capture.setEnabled('video', false)
  capture.setEnabled('audio', true)
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([false, true])
})

test('an unplugged headset is replaced by the available devices, and the old ones are released', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const before = bothDevices()
  await openWith(before)
  before.tracks[1]?.unplug()
  const after = bothDevices()
  await promptAt(1).allow(after)
  expect(before.isLive).toBe(false)
  expect(onMedia.mock.calls).toEqual([[before.stream], [after.stream]])
  expect(onDeviceError).not.toHaveBeenCalled()
})

test('an unplugged camera with a built-in microphone prompts once', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const media = bothDevices()
  await openWith(media)
  for (const track of media.tracks) track.unplug()
  expect(prompts).toHaveLength(2)
})

test('without another microphone the camera continues, and the loss is reported', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const media = bothDevices()
  await openWith(media)
  media.tracks[1]?.unplug()
  await promptAt(1).refuse('NotFoundError')
  expect(onDeviceError).toHaveBeenCalledOnce()
  expect(media.tracks[0]?.readyState).toBe('live')
  expect(onMedia).toHaveBeenCalledOnce()

  const replacement = bothDevices()
  const reopening = capture.open()
  await promptAt(2).allow(replacement)
  expect(await reopening).toBe(replacement.stream)
  expect(media.isLive).toBe(false)
})

test('without any device left the media is null', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const media = bothDevices()
  await openWith(media)
  for (const track of media.tracks) track.unplug()
  await promptAt(1).refuse('NotAllowedError')
  expect(onMedia.mock.calls).toEqual([[media.stream], [null]])
  expect(onDeviceError).toHaveBeenCalledOnce()
})

test('a device that is lost after close is not reopened', async () => {
  const media = bothDevices()
  await openWith(media)
  capture.close()
  media.tracks[0]?.unplug()
  expect(prompts).toHaveLength(1)
})

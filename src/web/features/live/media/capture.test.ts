import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Capture } from './capture.ts'
import { TestMedia } from '#web/features/live/testing/test-peers.ts'

const onMedia = vi.fn<(media: MediaStream | null) => void>()
const onRefused = vi.fn()
/** The questions that the browser has put to its user. */
let asked: { allow: (media: TestMedia) => Promise<void>; refuse: (name: string) => Promise<void> }[]
let capture: Capture

beforeEach(() => {
  vi.useFakeTimers()
  onMedia.mockClear()
  onRefused.mockClear()
  asked = []
  const getMedia = () =>
    new Promise<MediaStream>((resolve, reject) => {
      asked.push({
        allow: ({ stream }) => settled(resolve(stream)),
        refuse: (name) => settled(reject(new DOMException('no', name))),
      })
    })
  capture = new Capture({ getMedia, onMedia, onRefused })
})
afterEach(() => {
  vi.useRealTimers()
})

/** When this is over, promises that have been answered have done their work. */
const settled = async (_answer: void) => void (await vi.advanceTimersByTimeAsync(0))
const question = (index: number) => {
  const found = asked[index]
  if (!found) throw new Error(`there is no question ${index}`)
  return found
}
const both = () => new TestMedia('video', 'audio')

async function opened(media: TestMedia): Promise<void> {
  const opening = capture.open()
  await question(0).allow(media)
  await opening
}

test('asked twice at once it opens once, and asked again it has them', async () => {
  const media = both()
  const openings = [capture.open(), capture.open()]
  await question(0).allow(media)
  expect(await Promise.all(openings)).toEqual([media.stream, media.stream])
  await capture.open()
  expect(asked).toHaveLength(1)
  expect(onMedia.mock.calls).toEqual([[media.stream]])
})

test('what arrives after it was closed is given back at once', async () => {
  const media = both()
  const opening = capture.open()
  capture.close()
  const refused = expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  await question(0).allow(media)
  await refused
  expect(media.isLive).toBe(false)
  expect(onMedia).not.toHaveBeenCalled()
  expect(onRefused).not.toHaveBeenCalled()
})

test('closed and opened again while the browser still asks, it waits for the same answer', async () => {
  const media = both()
  const first = capture.open()
  capture.close()
  const second = capture.open()
  await question(0).allow(media)
  expect(await Promise.all([first, second])).toEqual([media.stream, media.stream])
  expect(asked).toHaveLength(1)
  expect(media.isLive).toBe(true)
})

test('closing gives everything back, and says so once', async () => {
  const media = both()
  await opened(media)
  capture.close()
  capture.close()
  expect(media.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  expect(onMedia.mock.calls).toEqual([[media.stream], [null]])
})

test('a refusal is told and thrown, and the next try asks again', async () => {
  const opening = capture.open()
  const refused = expect(opening).rejects.toMatchObject({ name: 'NotAllowedError' })
  await question(0).refuse('NotAllowedError')
  await refused
  expect(onRefused).toHaveBeenCalledOnce()
  const media = both()
  const again = capture.open()
  await question(1).allow(media)
  expect(await again).toBe(media.stream)
})

test('a refusal that comes after it was closed is not told', async () => {
  const opening = capture.open()
  capture.close()
  const refused = expect(opening).rejects.toMatchObject({ name: 'NotAllowedError' })
  await question(0).refuse('NotAllowedError')
  await refused
  expect(onRefused).not.toHaveBeenCalled()
})

test('toggles hold for what is open and for what is opened later', async () => {
  capture.turn('audio', false)
  const media = both()
  await opened(media)
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([true, false])
  capture.turn('video', false)
  capture.turn('audio', true)
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([false, true])
})

test('a headset that is unplugged is replaced by what else is there, and nothing of the old stays open', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const before = both()
  await opened(before)
  before.tracks[1]?.unplug()
  const after = both()
  await question(1).allow(after)
  expect(before.isLive).toBe(false)
  expect(onMedia.mock.calls).toEqual([[before.stream], [after.stream]])
  expect(onRefused).not.toHaveBeenCalled()
})

test('a camera with a microphone in it that is unplugged asks once', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const media = both()
  await opened(media)
  for (const track of media.tracks) track.unplug()
  expect(asked).toHaveLength(2)
})

test('without another microphone the camera goes on, and the loss is told', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const media = both()
  await opened(media)
  media.tracks[1]?.unplug()
  await question(1).refuse('NotFoundError')
  expect(onRefused).toHaveBeenCalledOnce()
  expect(media.tracks[0]?.readyState).toBe('live')
  expect(onMedia).toHaveBeenCalledOnce()

  const whole = both()
  const again = capture.open()
  await question(2).allow(whole)
  expect(await again).toBe(whole.stream)
  expect(media.isLive).toBe(false)
})

test('when nothing is left there is no media any more', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const media = both()
  await opened(media)
  for (const track of media.tracks) track.unplug()
  await question(1).refuse('NotAllowedError')
  expect(onMedia.mock.calls).toEqual([[media.stream], [null]])
  expect(onRefused).toHaveBeenCalledOnce()
})

test('a device that goes away after closing is nobody’s loss', async () => {
  const media = both()
  await opened(media)
  capture.close()
  media.tracks[0]?.unplug()
  expect(asked).toHaveLength(1)
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { followMissing, missingIn, openDevices } from './open-devices.ts'
import { TestMedia } from '#web/features/live/testing/test-peers.ts'

const WANTED = { video: { height: 720 }, audio: true } as const

/** A browser whose user has these, and which refuses what lacks something by that name. */
function browserWith(kinds: ('video' | 'audio')[], refusal = 'NotFoundError') {
  return vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>(async (constraints) => {
    const asked = (['video', 'audio'] as const).filter((kind) => constraints[kind])
    if (asked.some((kind) => !kinds.includes(kind))) throw new DOMException('no', refusal)
    return new TestMedia(...asked).stream
  })
}

test.each([
  [['video', 'audio'], null],
  [['video'], 'microphone'],
  [['audio'], 'camera'],
] as const)('of a camera and a microphone %j is opened, and %s is missing', async (kinds, missing) => {
  const media = await openDevices(WANTED, browserWith([...kinds]))
  expect(media.getTracks().map(({ kind }) => kind)).toEqual(kinds)
  expect(missingIn(media)).toBe(missing)
})

test('one that another program holds is missing likewise', async () => {
  expect(missingIn(await openDevices(WANTED, browserWith(['audio'], 'NotReadableError')))).toBe('camera')
})

test('where there is neither it throws what the browser said first', async () => {
  await expect(openDevices(WANTED, browserWith([]))).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('whoever refuses is not asked again for each', async () => {
  const getMedia = browserWith(['audio'], 'NotAllowedError')
  await expect(openDevices(WANTED, getMedia)).rejects.toMatchObject({ name: 'NotAllowedError' })
  expect(getMedia).toHaveBeenCalledOnce()
})

test('what is missing is called for when one of its kind is plugged in', async () => {
  let there: { kind: MediaDeviceKind }[] = []
  const devices = Object.assign(new EventTarget(), { enumerateDevices: async () => there })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  const onThere = vi.fn()
  const stop = followMissing(() => 'camera', onThere)
  const change = async (...kinds: MediaDeviceKind[]) => {
    there = kinds.map((kind) => ({ kind }))
    devices.dispatchEvent(new Event('devicechange'))
    await Promise.resolve()
  }
  await change('audioinput', 'audiooutput')
  expect(onThere).not.toHaveBeenCalled()
  await change('audioinput', 'videoinput')
  expect(onThere).toHaveBeenCalledOnce()
  stop()
  await change('videoinput')
  expect(onThere).toHaveBeenCalledOnce()
})

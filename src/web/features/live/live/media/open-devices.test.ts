import { expect, onTestFinished, test, vi } from 'vitest'
import { onMissingDeviceAdded, missingDeviceOf, openDevices } from './open-devices.ts'
import { TestMedia } from '#web/features/live/live/testing/test-peers.ts'

const CONSTRAINTS = { video: { height: 720 }, audio: true } as const

/** A `getUserMedia` with devices of these kinds; a request for another kind rejects with the named error. */
function browserWith(kinds: ('video' | 'audio')[], refusal = 'NotFoundError') {
  return vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>(async (constraints) => {
    const requested = (['video', 'audio'] as const).filter((kind) => constraints[kind])
    if (requested.some((kind) => !kinds.includes(kind))) throw new DOMException('no', refusal)
    return new TestMedia(...requested).stream
  })
}

test.each([
  [['video', 'audio'], null],
  [['video'], 'microphone'],
  [['audio'], 'camera'],
] as const)('with devices %j those are opened, and the missing one is %s', async (kinds, missing) => {
  const media = await openDevices(CONSTRAINTS, browserWith([...kinds]))
  expect(media.getTracks().map(({ kind }) => kind)).toEqual(kinds)
  expect(missingDeviceOf(media)).toBe(missing)
})

test('a device in use by another program counts as missing', async () => {
  expect(missingDeviceOf(await openDevices(CONSTRAINTS, browserWith(['audio'], 'NotReadableError')))).toBe(
    'camera',
  )
})

test('without any device it throws the first error of the browser', async () => {
  await expect(openDevices(CONSTRAINTS, browserWith([]))).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('a user who refuses is not prompted again for each device', async () => {
  const getMedia = browserWith(['audio'], 'NotAllowedError')
  await expect(openDevices(CONSTRAINTS, getMedia)).rejects.toMatchObject({ name: 'NotAllowedError' })
  expect(getMedia).toHaveBeenCalledOnce()
})

test('the callback runs when a device of the missing kind is plugged in', async () => {
  let available: { kind: MediaDeviceKind }[] = []
  const devices = Object.assign(new EventTarget(), { enumerateDevices: async () => available })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  const onAdded = vi.fn()
  const stop = onMissingDeviceAdded(() => 'camera', onAdded)
  const change = async (...kinds: MediaDeviceKind[]) => {
    available = kinds.map((kind) => ({ kind }))
    devices.dispatchEvent(new Event('devicechange'))
    await Promise.resolve()
  }
  await change('audioinput', 'audiooutput')
  expect(onAdded).not.toHaveBeenCalled()
  await change('audioinput', 'videoinput')
  expect(onAdded).toHaveBeenCalledOnce()
  stop()
  await change('videoinput')
  expect(onAdded).toHaveBeenCalledOnce()
})

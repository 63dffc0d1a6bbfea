import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { VP8_DELTA, vp8Keyframe, vp8Payloads } from '../testing/packets.ts'
import { MAX_FRAME_BYTES } from './video-frame.ts'
import { Vp8Depacketizer, readVp8Size } from './vp8-depacketizer.ts'

/** Pushes a frame's payloads and returns the result of the last one. */
function push(depacketizer: Vp8Depacketizer, payloads: Buffer[], timestamp: number) {
  return payloads
    .map((payload, at) => depacketizer.push(payload, timestamp, at === payloads.length - 1))
    .at(-1)
}

test('a fragmented keyframe is joined, with its size', async () => {
  const keyframe = await vp8Keyframe(640, 360)
  const depacketizer = new Vp8Depacketizer()
  const frame = push(depacketizer, vp8Payloads(keyframe, 100), 0)
  expect(frame).toEqual({ data: keyframe, isKey: true, size: { width: 640, height: 360 } })
  expect(push(depacketizer, vp8Payloads(VP8_DELTA), 3000)).toEqual({
    data: VP8_DELTA,
    isKey: false,
    size: null,
  })
})

test.each([
  ['no extension', '10'],
  ['a picture id of one byte', '908042'],
  ['a picture id of two bytes', '9080c242'],
  ['all extensions', '90f0c2420180'],
  ['a temporal layer alone', '902040'],
])('a payload descriptor with %s is removed', (_name, descriptor) => {
  const payload = Buffer.concat([Buffer.from(descriptor, 'hex'), VP8_DELTA])
  expect(new Vp8Depacketizer().push(payload, 0, true)).toMatchObject({ data: VP8_DELTA })
})

test('a frame without its start or end is broken, and the next one is complete', async () => {
  const payloads = vp8Payloads(await vp8Keyframe(), 100)
  const depacketizer = new Vp8Depacketizer()
  expect(push(depacketizer, payloads.slice(1), 0)).toBe('broken')
  for (const payload of payloads.slice(0, -1)) expect(depacketizer.push(payload, 1, false)).toBeNull()
  expect(depacketizer.push(vp8Payloads(VP8_DELTA)[0] ?? VP8_DELTA, 2, true)).toBe('broken')
  expect(push(depacketizer, payloads, 3)).toMatchObject({ isKey: true })
})

test('a frame that never ends is dropped when it is too large, and the next one is complete', async () => {
  const depacketizer = new Vp8Depacketizer()
  const [first, next] = [Buffer.alloc(1025, 0x10), Buffer.alloc(1025)]
  expect(depacketizer.push(first, 0, false)).toBeNull()
  for (let bytes = 1024; bytes < MAX_FRAME_BYTES; bytes += 1024)
    expect(depacketizer.push(next, 0, false)).toBeNull()
  expect(depacketizer.push(next, 0, false)).toBe('broken')
  expect(push(depacketizer, vp8Payloads(await vp8Keyframe(), 100), 1)).toMatchObject({ isKey: true })
})

test('padding only has no effect', () => {
  const depacketizer = new Vp8Depacketizer()
  expect(depacketizer.push(Buffer.alloc(0), 0, true)).toBeNull()
})

test('bytes from the network never make it throw or return an empty frame', () => {
  const packets = fc.array(fc.tuple(fc.uint8Array({ maxLength: 30 }), fc.nat(3), fc.boolean()))
  fc.assert(
    fc.property(packets, (list) => {
      const depacketizer = new Vp8Depacketizer()
      for (const [payload, timestamp, isLast] of list) {
        const frame = depacketizer.push(Buffer.from(payload), timestamp, isLast)
        if (frame && frame !== 'broken') expect(frame.data.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 1000 * inject('soak') },
  )
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void readVp8Size(Buffer.from(bytes))))
})

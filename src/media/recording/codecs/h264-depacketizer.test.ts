import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { PPS, SPS, withLengths } from '../testing/packets.ts'
import { H264Depacketizer } from './h264-depacketizer.ts'
import { readSpsSize } from './h264-sps.ts'
import { MAX_FRAME_BYTES } from './video-frame.ts'

const IDR = Buffer.concat([Buffer.of(0x65), Buffer.alloc(500, 0x11)])
const DELTA = Buffer.concat([Buffer.of(0x41), Buffer.alloc(50, 0x22)])

/** Aggregates units in one packet (STAP-A). */
function aggregate(...units: Buffer[]): Buffer {
  const parts = units.flatMap((unit) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(unit.length)
    return [length, unit]
  })
  return Buffer.concat([Buffer.of(0x78), ...parts])
}

/** Splits a unit into several packets (FU-A). */
function fragment(unit: Buffer, bytes: number): Buffer[] {
  const [first = 0, body] = [unit[0], unit.subarray(1)]
  const fragments = []
  for (let at = 0; at < body.length; at += bytes) {
    const flags = (at === 0 ? 0x80 : 0) | (at + bytes >= body.length ? 0x40 : 0)
    fragments.push(
      Buffer.concat([Buffer.of((first & 0xe0) | 28, flags | (first & 0x1f)), body.subarray(at, at + bytes)]),
    )
  }
  return fragments
}

/** Counts only what is still referenced. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const keyframe = [aggregate(SPS['1280x720'], PPS), ...fragment(IDR, 200)]

function push(depacketizer: H264Depacketizer, payloads: Buffer[], timestamp: number) {
  return payloads
    .map((payload, at) => depacketizer.push(payload, timestamp, at === payloads.length - 1))
    .at(-1)
}

test('a keyframe of aggregated and fragmented units is joined, each unit after its length', () => {
  const depacketizer = new H264Depacketizer()
  expect(push(depacketizer, keyframe, 0)).toEqual({
    data: withLengths(SPS['1280x720'], PPS, IDR),
    isKey: true,
    size: { width: 1280, height: 720 },
  })
  expect(push(depacketizer, [DELTA], 3000)).toEqual({ data: withLengths(DELTA), isKey: false, size: null })
  expect(depacketizer.description?.toString('hex')).toBe(
    `0142c020ffe10013${SPS['1280x720'].toString('hex')}010004${PPS.toString('hex')}`,
  )
})

test.each([
  ['1920x1080', '640028', 'fdf8f800'],
  ['640x480', '4d401e', ''],
] as const)('the decoder configuration of %s names its profile', (size, profile, end) => {
  const depacketizer = new H264Depacketizer()
  push(depacketizer, [SPS[size], PPS, IDR], 0)
  const hex = depacketizer.description?.toString('hex') ?? ''
  expect(hex.slice(0, 8)).toBe(`01${profile}`)
  expect(hex.slice(hex.indexOf(PPS.toString('hex')) + PPS.length * 2)).toBe(end)
})

test('parameter sets that change with a keyframe are part of it', () => {
  const depacketizer = new H264Depacketizer()
  push(depacketizer, keyframe, 0)
  const smaller = push(depacketizer, [SPS['640x360'], PPS, IDR], 3000)
  expect(smaller).toMatchObject({
    data: withLengths(SPS['640x360'], PPS, IDR),
    size: { width: 640, height: 360 },
  })
})

test('a keyframe without parameter sets is not a start', () => {
  expect(push(new H264Depacketizer(), [IDR], 0)).toMatchObject({ isKey: false })
})

test('fragments without their start or end are broken', () => {
  const [first, second, third] = fragment(IDR, 200)
  if (!first || !second || !third) throw new Error('too few fragments')
  const broken = [[second, third], [first, third, DELTA].toSpliced(1, 1), [first, first], [first]]
  for (const payloads of broken) expect(push(new H264Depacketizer(), payloads, 0)).toBe('broken')
})

test.each(Object.entries(SPS))('a real parameter set has the size %s', (name, sps) => {
  const size = readSpsSize(sps)
  expect(`${size?.width}x${size?.height}`).toBe(name)
})

test('a frame of a million tiny units that never ends takes the memory of its bytes, up to the largest frame', () => {
  const depacketizer = new H264Depacketizer()
  const tiny = aggregate(...Array.from({ length: 380 }, () => Buffer.of(0x41)))
  // Each unit has five bytes in a frame.
  const packets = Math.floor(MAX_FRAME_BYTES / (380 * 5))
  const before = usedMemory()
  for (let packet = 0; packet < packets; packet++)
    expect(depacketizer.push(Buffer.from(tiny), 0, false)).toBeNull()
  expect(usedMemory() - before).toBeLessThan(2 * MAX_FRAME_BYTES)
  expect(depacketizer.push(tiny, 0, false)).toBe('broken')
  expect(push(depacketizer, keyframe, 1)).toMatchObject({ isKey: true })
})

test('bytes from the network never make it throw', () => {
  const type = fc.constantFrom(0x65, 0x41, 0x67, 0x68, 0x78, 0x7c, 0x1f)
  const payload = fc
    .tuple(type, fc.uint8Array({ maxLength: 30 }))
    .map(([first, rest]) => Buffer.of(first, ...rest))
  fc.assert(
    fc.property(fc.array(fc.tuple(payload, fc.nat(2), fc.boolean())), (list) => {
      const depacketizer = new H264Depacketizer()
      for (const [each, timestamp, isLast] of list) depacketizer.push(each, timestamp, isLast)
      void depacketizer.description
    }),
    { numRuns: 1000 * inject('soak') },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void readSpsSize(Buffer.from(bytes))),
    { numRuns: 2000 * inject('soak') },
  )
})

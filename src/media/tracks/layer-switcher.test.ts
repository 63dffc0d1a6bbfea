import { beforeEach, describe, expect, it } from 'vitest'
import { Lane } from './layer-track.ts'
import type { Picture } from './layer.ts'
import { readVp8Counters } from '../rtp/video-payload.ts'
import { PictureFeed } from './layer-switcher.ts'
import { sequenceOf, timestampOf } from '../rtp/rtp.ts'
import { inverse, shiftPacket } from '../rtp/rtp-offset.ts'

const VP8 = { name: 'VP8', payloadType: 96, clockRate: 90_000, parameters: null } as const
const FRAME_MS = 50

let lanes: Record<Picture, Lane>
let feed: PictureFeed
let asked: Picture[]
let now: number
let sources: Record<Picture, { sequence: number; timestamp: number; picture: number }>

beforeEach(() => {
  lanes = { high: new Lane('high', 1, VP8), low: new Lane('low', 1, VP8) }
  asked = []
  feed = new PictureFeed((layer) => asked.push(layer))
  now = 1000
  sources = {
    high: { sequence: 65_530, timestamp: 0xffff_f000, picture: 0x7ffe },
    low: { sequence: 100, timestamp: 5000, picture: 9 },
  }
})

/** One packet, which is one frame, of a layer. */
function packet(layer: Picture, isKeyframe = false): Buffer {
  const source = sources[layer]
  const bytes = Buffer.alloc(40)
  bytes.writeUInt8(0x80, 0)
  bytes.writeUInt8(0x80 | 96, 1)
  bytes.writeUInt16BE(source.sequence++ & 0xffff, 2)
  bytes.writeUInt32BE((source.timestamp += FRAME_MS * 90) >>> 0, 4)
  bytes.writeUInt32BE(7, 8)
  // Begins a frame, has a picture id of two bytes and an index of base pictures.
  Buffer.from('90c0', 'hex').copy(bytes, 12)
  bytes.writeUInt16BE(0x8000 | (source.picture & 0x7fff), 14)
  bytes.writeUInt8(source.picture++ & 0xff, 16)
  bytes.writeUInt8(isKeyframe ? 0 : 1, 17)
  return bytes
}

/** What the viewer gets of a layer's next packet; null: nothing. */
function next(layer: Picture, isKeyframe = false) {
  const lane = lanes[layer]
  const forwarded = lane.forward(packet(layer, isKeyframe), now)
  if (!forwarded) throw new Error('the packet was taken for malformed')
  return feed.take(lane, forwarded, now) === 'no' ? null : arrived(forwarded.packet, feed.shift)
}

function arrived(bytes: Buffer, shift: PictureFeed['shift']) {
  const copy = Buffer.from(bytes)
  shiftPacket(copy, shift)
  return { sequence: sequenceOf(copy), timestamp: timestampOf(copy), ...readVp8Counters(copy) }
}

function passFrames(count: number, ...layers: Picture[]) {
  return Array.from({ length: count }, () => {
    now += FRAME_MS
    return layers.map((layer) => next(layer)).find((each) => each !== null)
  })
}

type Numbers = NonNullable<ReturnType<typeof next>>
const after = ({ sequence, timestamp, picture, base }: Numbers, frames = 1) => ({
  sequence: (sequence + frames) & 0xffff,
  timestamp: (timestamp + frames * FRAME_MS * 90) >>> 0,
  picture: ((picture ?? 0) + frames) & 0x7fff,
  base: ((base ?? 0) + frames) & 0xff,
})

describe('a viewer’s picture', () => {
  it('has the numbers of the layer that it began with', () => {
    feed.want('high', now)
    expect(asked).toEqual(['high'])
    expect(next('low')).toBeNull()
    expect(next('high')).toMatchObject({ sequence: 65_530, picture: 0x7ffe })
  })

  it('changes at a keyframe, and goes on without a seam', () => {
    feed.want('high', now)
    next('high', true)
    feed.want('low', now)
    const before = passFrames(20, 'low', 'high').at(-1)
    now += FRAME_MS
    const joined = next('low', true)
    expect(before && joined).toEqual(before && after(before))
    expect(next('high', true)).toBeNull()
    const [following] = passFrames(1, 'high', 'low')
    expect(joined && following).toEqual(joined && after(joined))
  })

  it('asks for the keyframe again when it does not come, at most twice a second', () => {
    feed.want('high', now)
    next('high', true)
    feed.want('low', now)
    asked = []
    passFrames(60, 'high', 'low')
    expect(asked.length).toBeGreaterThan(2)
    expect(asked.length).toBeLessThan(8)
    expect(new Set(asked)).toEqual(new Set(['low']))
  })

  it('stops at once, and comes back after its pause with the time that passed', () => {
    feed.want('high', now)
    next('high', true)
    const before = passFrames(3, 'high').at(-1)
    feed.want(null, now)
    expect(feed.lane).toBeNull()
    expect(passFrames(10, 'high', 'low').some((each) => each)).toBe(false)
    feed.want('low', now)
    now += FRAME_MS
    const joined = next('low', true)
    expect(before && joined).toEqual(before && { ...after(before, 11), ...counters(after(before)) })
  })

  it('is asked for a keyframe of what it gets and of what it waits for', () => {
    feed.want('high', now)
    next('high', true)
    feed.want('low', now)
    asked = []
    feed.askKeyframe(now)
    expect(asked).toEqual(['high', 'low'])
    feed.want(null, now)
    asked = []
    feed.askKeyframe(now)
    expect(asked).toEqual([])
  })
})

const counters = ({ sequence, picture, base }: Numbers) => ({ sequence, picture, base })

describe('the clock of a viewer', () => {
  const ntp = (milliseconds: number) => (BigInt(milliseconds) << 32n) / 1000n
  const report = (layer: Picture, at: number) =>
    lanes[layer].noteSenderReport({
      ssrc: 7,
      ntp: ntp(at),
      timestamp: sources[layer].timestamp >>> 0,
      packets: 0,
      octets: 0,
    })

  it('is not moved by keyframes that come late, however often it changes', () => {
    feed.want('high', now)
    const first = next('high', true)
    next('low')
    // Both clocks stand at the same moment.
    report('high', 5000)
    report('low', 5000)
    for (const layer of ['low', 'high', 'low', 'high'] as const) {
      feed.want(layer, now)
      passFrames(5, 'high', 'low')
      now += 2 * FRAME_MS
      next(layer, true)
      sources[layer === 'high' ? 'low' : 'high'].timestamp += FRAME_MS * 90
    }
    const high = next('high')
    expect(high?.timestamp).toBe(sources.high.timestamp >>> 0)
    expect(first && high && sequenceDistanceOf(first, high)).toBe(25)
  })

  it('goes on by what passed here where the reports are nonsense', () => {
    feed.want('high', now)
    next('high', true)
    next('low')
    report('high', 5000)
    report('low', 900_000)
    feed.want('low', now)
    const before = passFrames(2, 'high').at(-1)
    now += FRAME_MS
    expect(before && next('low', true)).toEqual(before && after(before))
  })
})

const sequenceDistanceOf = (a: Numbers, b: Numbers) => (b.sequence - a.sequence) & 0xffff

describe('what a viewer lost', () => {
  it('is found by its own numbers, before and after each change', () => {
    feed.want('high', now)
    const seen = [next('high', true)]
    for (const layer of ['low', 'high', 'low'] as const) {
      seen.push(...passFrames(3, 'high', 'low').map((each) => each ?? null))
      feed.want(layer, now)
      seen.push(next(layer, true))
    }
    expect(seen.length).toBe(13)
    for (const each of seen) {
      const found = each && feed.find(each.sequence)
      expect(found && arrived(found.packet, found.shift)).toEqual(each)
    }
    expect(feed.find(12_345)).toBeNull()
  })

  it('is found after sixty thousand packets, and late ones go through', () => {
    feed.want('high', now)
    next('high', true)
    feed.want('low', now)
    next('low', true)
    let last: Numbers | null = null
    for (let count = 0; count < 60_000; count++) last = next('low')
    const found = last && feed.find(last.sequence)
    expect(found && arrived(found.packet, found.shift)).toEqual(last)
  })

  it('is not filled with what came late of before a change', () => {
    feed.want('high', now)
    next('high', true)
    const late = packet('low')
    const laterStill = packet('low', true)
    feed.want('low', now)
    const take = (bytes: Buffer) => {
      const forwarded = lanes.low.forward(bytes, now)
      return forwarded && feed.take(lanes.low, forwarded, now)
    }
    expect(take(laterStill)).toBe('joined')
    expect(take(late)).toBe('no')
    expect(next('low')).not.toBeNull()
  })
})

it('a packet that was moved and moved back is as it was', () => {
  const shift = { sequence: 65_000, timestamp: 0xfff0_0000, picture: 20_000, base: 200 }
  for (const layer of ['high', 'low'] as const) {
    const bytes = packet(layer)
    const before = Buffer.from(bytes)
    shiftPacket(bytes, shift)
    expect(bytes.equals(before)).toBe(false)
    shiftPacket(bytes, inverse(shift))
    expect(bytes.equals(before)).toBe(true)
  }
})

import { beforeEach, describe, expect, it } from 'vitest'
import { LayerTrack } from './layer-track.ts'
import type { VideoLayer } from './layer.ts'
import { readVp8PictureIds } from '../rtp/video-payload.ts'
import { LayerSwitcher } from './layer-switcher.ts'
import { sequenceOf, timestampOf } from '../rtp/rtp.ts'
import { negateOffset, applyOffset } from '../rtp/rtp-offset.ts'

const VP8 = { name: 'VP8', payloadType: 96, clockRate: 90_000, parameters: null } as const
const FRAME_MS = 50

let lanes: Record<VideoLayer, LayerTrack>
let feed: LayerSwitcher
let asked: VideoLayer[]
let now: number
let sources: Record<VideoLayer, { sequence: number; timestamp: number; picture: number }>

beforeEach(() => {
  lanes = { high: new LayerTrack('high', 1, VP8), low: new LayerTrack('low', 1, VP8) }
  asked = []
  feed = new LayerSwitcher((layer) => asked.push(layer))
  now = 1000
  sources = {
    high: { sequence: 65_530, timestamp: 0xffff_f000, picture: 0x7ffe },
    low: { sequence: 100, timestamp: 5000, picture: 9 },
  }
})

/** One packet, which is one frame, of a layer. */
function packet(layer: VideoLayer, isKeyframe = false): Buffer {
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
function next(layer: VideoLayer, isKeyframe = false) {
  const lane = lanes[layer]
  const forwarded = lane.rewrite(packet(layer, isKeyframe), now)
  if (!forwarded) throw new Error('the packet was taken for malformed')
  return feed.decide(lane, forwarded, now) === 'no' ? null : arrived(forwarded.packet, feed.offset)
}

function arrived(bytes: Buffer, shift: LayerSwitcher['offset']) {
  const copy = Buffer.from(bytes)
  applyOffset(copy, shift)
  return { sequence: sequenceOf(copy), timestamp: timestampOf(copy), ...readVp8PictureIds(copy) }
}

function passFrames(count: number, ...layers: VideoLayer[]) {
  return Array.from({ length: count }, () => {
    now += FRAME_MS
    return layers.map((layer) => next(layer)).find((each) => each !== null)
  })
}

type Numbers = NonNullable<ReturnType<typeof next>>
const after = ({ sequence, timestamp, pictureId, tl0PicIdx }: Numbers, frames = 1) => ({
  sequence: (sequence + frames) & 0xffff,
  timestamp: (timestamp + frames * FRAME_MS * 90) >>> 0,
  pictureId: ((pictureId ?? 0) + frames) & 0x7fff,
  tl0PicIdx: ((tl0PicIdx ?? 0) + frames) & 0xff,
})

describe('a viewer’s picture', () => {
  it('has the numbers of the layer that it began with', () => {
    feed.setTarget('high', now)
    expect(asked).toEqual(['high'])
    expect(next('low')).toBeNull()
    expect(next('high')).toMatchObject({ sequence: 65_530, pictureId: 0x7ffe })
  })

  it('changes at a keyframe, and goes on without a seam', () => {
    feed.setTarget('high', now)
    next('high', true)
    feed.setTarget('low', now)
    const before = passFrames(20, 'low', 'high').at(-1)
    now += FRAME_MS
    const joined = next('low', true)
    expect(before && joined).toEqual(before && after(before))
    expect(next('high', true)).toBeNull()
    const [following] = passFrames(1, 'high', 'low')
    expect(joined && following).toEqual(joined && after(joined))
  })

  it('asks for the keyframe again when it does not come, at most twice a second', () => {
    feed.setTarget('high', now)
    next('high', true)
    feed.setTarget('low', now)
    asked = []
    passFrames(60, 'high', 'low')
    expect(asked.length).toBeGreaterThan(2)
    expect(asked.length).toBeLessThan(8)
    expect(new Set(asked)).toEqual(new Set(['low']))
  })

  it('stops at once, and comes back after its pause with the time that passed', () => {
    feed.setTarget('high', now)
    next('high', true)
    const before = passFrames(3, 'high').at(-1)
    feed.setTarget(null, now)
    expect(feed.track).toBeNull()
    expect(passFrames(10, 'high', 'low').some((each) => each)).toBe(false)
    feed.setTarget('low', now)
    now += FRAME_MS
    const joined = next('low', true)
    expect(before && joined).toEqual(before && { ...after(before, 11), ...counters(after(before)) })
  })

  it('is asked for a keyframe of what it gets and of what it waits for', () => {
    feed.setTarget('high', now)
    next('high', true)
    feed.setTarget('low', now)
    asked = []
    feed.requestKeyframe(now)
    expect(asked).toEqual(['high', 'low'])
    feed.setTarget(null, now)
    asked = []
    feed.requestKeyframe(now)
    expect(asked).toEqual([])
  })
})

const counters = ({ sequence, pictureId, tl0PicIdx }: Numbers) => ({ sequence, pictureId, tl0PicIdx })

describe('the clock of a viewer', () => {
  const ntp = (milliseconds: number) => (BigInt(milliseconds) << 32n) / 1000n
  const report = (layer: VideoLayer, at: number) =>
    lanes[layer].setSenderReport({
      ssrc: 7,
      ntp: ntp(at),
      timestamp: sources[layer].timestamp >>> 0,
      packets: 0,
      octets: 0,
    })

  it('is not moved by keyframes that come late, however often it changes', () => {
    feed.setTarget('high', now)
    const first = next('high', true)
    next('low')
    // Both clocks stand at the same moment.
    report('high', 5000)
    report('low', 5000)
    for (const layer of ['low', 'high', 'low', 'high'] as const) {
      feed.setTarget(layer, now)
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
    feed.setTarget('high', now)
    next('high', true)
    next('low')
    report('high', 5000)
    report('low', 900_000)
    feed.setTarget('low', now)
    const before = passFrames(2, 'high').at(-1)
    now += FRAME_MS
    expect(before && next('low', true)).toEqual(before && after(before))
  })
})

const sequenceDistanceOf = (a: Numbers, b: Numbers) => (b.sequence - a.sequence) & 0xffff

describe('what a viewer lost', () => {
  it('is found by its own numbers, before and after each change', () => {
    feed.setTarget('high', now)
    const seen = [next('high', true)]
    for (const layer of ['low', 'high', 'low'] as const) {
      seen.push(...passFrames(3, 'high', 'low').map((each) => each ?? null))
      feed.setTarget(layer, now)
      seen.push(next(layer, true))
    }
    expect(seen.length).toBe(13)
    for (const each of seen) {
      const found = each && feed.findPacket(each.sequence)
      expect(found && arrived(found.packet, found.offset)).toEqual(each)
    }
    expect(feed.findPacket(12_345)).toBeNull()
  })

  it('is found after sixty thousand packets, and late ones go through', () => {
    feed.setTarget('high', now)
    next('high', true)
    feed.setTarget('low', now)
    next('low', true)
    let last: Numbers | null = null
    for (let count = 0; count < 60_000; count++) last = next('low')
    const found = last && feed.findPacket(last.sequence)
    expect(found && arrived(found.packet, found.offset)).toEqual(last)
  })

  it('is not filled with what came late of before a change', () => {
    feed.setTarget('high', now)
    next('high', true)
    const late = packet('low')
    const laterStill = packet('low', true)
    feed.setTarget('low', now)
    const take = (bytes: Buffer) => {
      const forwarded = lanes.low.rewrite(bytes, now)
      return forwarded && feed.decide(lanes.low, forwarded, now)
    }
    expect(take(laterStill)).toBe('joined')
    expect(take(late)).toBe('no')
    expect(next('low')).not.toBeNull()
  })
})

it('a packet that was moved and moved back is as it was', () => {
  const shift = { sequence: 65_000, timestamp: 0xfff0_0000, pictureId: 20_000, tl0PicIdx: 200 }
  for (const layer of ['high', 'low'] as const) {
    const bytes = packet(layer)
    const before = Buffer.from(bytes)
    applyOffset(bytes, shift)
    expect(bytes.equals(before)).toBe(false)
    applyOffset(bytes, negateOffset(shift))
    expect(bytes.equals(before)).toBe(true)
  }
})

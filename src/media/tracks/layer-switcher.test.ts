import { beforeEach, describe, expect, it } from 'vitest'
import { negateOffset, applyOffset } from '../rtp/rtp-offset.ts'
import { sequenceOf, timestampOf } from '../rtp/rtp.ts'
import { readVp8PictureIds } from '../rtp/video-payload.ts'
import { LayerSwitcher } from './layer-switcher.ts'
import { LayerTrack } from './layer-track.ts'
import type { VideoLayer } from './layer.ts'

const VP8 = { name: 'VP8', payloadType: 96, clockRate: 90_000, parameters: null } as const
const FRAME_MS = 50

let tracks: Record<VideoLayer, LayerTrack>
let switcher: LayerSwitcher
let requested: VideoLayer[]
let now: number
let sources: Record<VideoLayer, { sequence: number; timestamp: number; pictureId: number }>

beforeEach(() => {
  tracks = { high: new LayerTrack('high', 1, VP8), low: new LayerTrack('low', 1, VP8) }
  requested = []
  switcher = new LayerSwitcher((layer) => requested.push(layer))
  now = 1000
  sources = {
    high: { sequence: 65_530, timestamp: 0xffff_f000, pictureId: 0x7ffe },
    low: { sequence: 100, timestamp: 5000, pictureId: 9 },
  }
})

/** Creates a layer's next packet, which is one frame. */
function packet(layer: VideoLayer, isKeyframe = false): Buffer {
  const source = sources[layer]
  const bytes = Buffer.alloc(40)
  bytes.writeUInt8(0x80, 0)
  bytes.writeUInt8(0x80 | 96, 1)
  bytes.writeUInt16BE(source.sequence++ & 0xffff, 2)
  bytes.writeUInt32BE((source.timestamp += FRAME_MS * 90) >>> 0, 4)
  bytes.writeUInt32BE(7, 8)
  // Starts a frame, with a PictureID of two bytes and a TL0PICIDX.
  Buffer.from('90c0', 'hex').copy(bytes, 12)
  bytes.writeUInt16BE(0x8000 | (source.pictureId & 0x7fff), 14)
  bytes.writeUInt8(source.pictureId++ & 0xff, 16)
  bytes.writeUInt8(isKeyframe ? 0 : 1, 17)
  return bytes
}

/** Returns what the viewer gets of a layer's next packet; null: nothing. */
function next(layer: VideoLayer, isKeyframe = false) {
  const track = tracks[layer]
  const forwarded = track.rewrite(packet(layer, isKeyframe), now)
  if (!forwarded) throw new Error('the packet was taken for malformed')
  return switcher.decide(track, forwarded, now) === 'drop'
    ? null
    : asReceived(forwarded.packet, switcher.offset)
}

function asReceived(bytes: Buffer, shift: LayerSwitcher['offset']) {
  const copy = Buffer.from(bytes)
  applyOffset(copy, shift)
  return { sequence: sequenceOf(copy), timestamp: timestampOf(copy), ...readVp8PictureIds(copy) }
}

function sendFrames(count: number, ...layers: VideoLayer[]) {
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

describe('a viewer’s video', () => {
  it('has the numbers of the layer that it began with', () => {
    switcher.setTarget('high', now)
    expect(requested).toEqual(['high'])
    expect(next('low')).toBeNull()
    expect(next('high')).toMatchObject({ sequence: 65_530, pictureId: 0x7ffe })
  })

  it('switches at a keyframe, and continues without a gap', () => {
    switcher.setTarget('high', now)
    next('high', true)
    switcher.setTarget('low', now)
    const before = sendFrames(20, 'low', 'high').at(-1)
    now += FRAME_MS
    const switched = next('low', true)
    expect(before && switched).toEqual(before && after(before))
    expect(next('high', true)).toBeNull()
    const [following] = sendFrames(1, 'high', 'low')
    expect(switched && following).toEqual(switched && after(switched))
  })

  it('requests the keyframe again when it does not arrive, at most twice a second', () => {
    switcher.setTarget('high', now)
    next('high', true)
    switcher.setTarget('low', now)
    requested = []
    sendFrames(60, 'high', 'low')
    expect(requested.length).toBeGreaterThan(2)
    expect(requested.length).toBeLessThan(8)
    expect(new Set(requested)).toEqual(new Set(['low']))
  })

  it('stops at once, and advances by the time of its pause when it comes back', () => {
    switcher.setTarget('high', now)
    next('high', true)
    const before = sendFrames(3, 'high').at(-1)
    switcher.setTarget(null, now)
    expect(switcher.track).toBeNull()
    expect(sendFrames(10, 'high', 'low').some((each) => each)).toBe(false)
    switcher.setTarget('low', now)
    now += FRAME_MS
    const switched = next('low', true)
    expect(before && switched).toEqual(before && { ...after(before, 11), ...counters(after(before)) })
  })

  it('requests keyframes of the current and of the next layer', () => {
    switcher.setTarget('high', now)
    next('high', true)
    switcher.setTarget('low', now)
    requested = []
    switcher.requestKeyframe(now)
    expect(requested).toEqual(['high', 'low'])
    switcher.setTarget(null, now)
    requested = []
    switcher.requestKeyframe(now)
    expect(requested).toEqual([])
  })
})

const counters = ({ sequence, pictureId, tl0PicIdx }: Numbers) => ({ sequence, pictureId, tl0PicIdx })

describe('the clock of a viewer', () => {
  const ntp = (milliseconds: number) => (BigInt(milliseconds) << 32n) / 1000n
  const report = (layer: VideoLayer, at: number) =>
    tracks[layer].setSenderReport({
      ssrc: 7,
      ntp: ntp(at),
      timestamp: sources[layer].timestamp >>> 0,
      packets: 0,
      octets: 0,
    })

  it('does not drift with late keyframes, however often it switches', () => {
    switcher.setTarget('high', now)
    const first = next('high', true)
    next('low')
    // Both clocks are at the same moment.
    report('high', 5000)
    report('low', 5000)
    for (const layer of ['low', 'high', 'low', 'high'] as const) {
      switcher.setTarget(layer, now)
      sendFrames(5, 'high', 'low')
      now += 2 * FRAME_MS
      next(layer, true)
      sources[layer === 'high' ? 'low' : 'high'].timestamp += FRAME_MS * 90
    }
    const high = next('high')
    expect(high?.timestamp).toBe(sources.high.timestamp >>> 0)
    expect(first && high && sequenceDistanceOf(first, high)).toBe(25)
  })

  it('follows the arrival times where the sender reports are implausible', () => {
    switcher.setTarget('high', now)
    next('high', true)
    next('low')
    report('high', 5000)
    report('low', 900_000)
    switcher.setTarget('low', now)
    const before = sendFrames(2, 'high').at(-1)
    now += FRAME_MS
    expect(before && next('low', true)).toEqual(before && after(before))
  })
})

const sequenceDistanceOf = (a: Numbers, b: Numbers) => (b.sequence - a.sequence) & 0xffff

describe('a packet that a viewer lost', () => {
  it('is found by the viewer’s own sequence number, before and after each switch', () => {
    switcher.setTarget('high', now)
    const seen = [next('high', true)]
    for (const layer of ['low', 'high', 'low'] as const) {
      seen.push(...sendFrames(3, 'high', 'low').map((each) => each ?? null))
      switcher.setTarget(layer, now)
      seen.push(next(layer, true))
    }
    expect(seen.length).toBe(13)
    for (const each of seen) {
      const found = each && switcher.findPacket(each.sequence)
      expect(found && asReceived(found.packet, found.offset)).toEqual(each)
    }
    expect(switcher.findPacket(12_345)).toBeNull()
  })

  it('is found after sixty thousand packets, and late ones pass', () => {
    switcher.setTarget('high', now)
    next('high', true)
    switcher.setTarget('low', now)
    next('low', true)
    let last: Numbers | null = null
    for (let count = 0; count < 60_000; count++) last = next('low')
    const found = last && switcher.findPacket(last.sequence)
    expect(found && asReceived(found.packet, found.offset)).toEqual(last)
  })

  it('is not replaced by a late packet from before a switch', () => {
    switcher.setTarget('high', now)
    next('high', true)
    const late = packet('low')
    const laterStill = packet('low', true)
    switcher.setTarget('low', now)
    const decide = (bytes: Buffer) => {
      const forwarded = tracks.low.rewrite(bytes, now)
      return forwarded && switcher.decide(tracks.low, forwarded, now)
    }
    expect(decide(laterStill)).toBe('switch')
    expect(decide(late)).toBe('drop')
    expect(next('low')).not.toBeNull()
  })
})

it('a packet that was offset and restored is unchanged', () => {
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

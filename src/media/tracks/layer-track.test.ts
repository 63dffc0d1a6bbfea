import { expect, it } from 'vitest'
import { sequenceOf } from '../rtp/rtp.ts'
import { LayerTrack } from './layer-track.ts'

const VP8 = { name: 'VP8', payloadType: 96, clockRate: 90_000, parameters: null } as const

/** The payload of a VP8 keyframe and of an interframe, without an extended descriptor. */
const FRAMES = { keyframe: '1010', interframe: '1011' }

/** Creates a packet as a browser sends it: with a header extension of four bytes. */
function packet(sequence: number, frame: keyof typeof FRAMES): Buffer {
  const bytes = Buffer.from(
    `9060 0000 00000000 00000007 bede0001 31000100 ${FRAMES[frame]}`.replaceAll(' ', ''),
    'hex',
  )
  bytes.writeUInt16BE(sequence, 2)
  return bytes
}

it('leaves out a browser’s late video up to the next keyframe, and numbers the packets without a gap', () => {
  const track = new LayerTrack('high', 1, VP8)
  expect(track.skips(packet(10, 'interframe'), 0)).toBe(false)
  track.rewrite(packet(10, 'interframe'), 0)
  track.skipToKeyframe(1000)
  expect(track.skips(packet(11, 'interframe'), 1000)).toBe(true)
  expect(track.skips(packet(12, 'keyframe'), 1100)).toBe(false)
  const forwarded = track.rewrite(packet(12, 'keyframe'), 1100)
  expect(forwarded && sequenceOf(forwarded.packet)).toBe(11)
  expect(track.skips(packet(13, 'interframe'), 1200)).toBe(false)
})

it('goes on without a keyframe five seconds after the last late packet', () => {
  const track = new LayerTrack('high', 1, VP8)
  for (const now of [0, 1000]) {
    track.skipToKeyframe(now)
    expect(track.skips(packet(1, 'interframe'), now)).toBe(true)
  }
  expect(track.skips(packet(2, 'interframe'), 5999)).toBe(true)
  expect(track.skips(Buffer.alloc(3), 5999)).toBe(true)
  expect(track.skips(packet(3, 'interframe'), 6000)).toBe(false)
  expect(track.skips(packet(4, 'interframe'), 6001)).toBe(false)
})

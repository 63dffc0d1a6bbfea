import { RTP_HEADER } from './rtp.ts'
import type { CodecName } from '../sdp/parse-session.ts'

/*
 * The little that the engine knows of what a packet carries: VP8 (RFC 7741) and H264 (RFC 6184). The packets are
 * those of a Rewriter, whose header is always RTP_HEADER bytes long.
 */

/** Whether a keyframe begins with this packet: a viewer who gets it and what follows sees a picture. */
export function startsKeyframe(codec: CodecName, packet: Buffer): boolean {
  if (codec === 'VP8') return startsVp8Keyframe(packet)
  return codec === 'H264' && startsH264Keyframe(packet)
}

/** VP8 counts pictures, and base pictures where it sends several rates; null: not in this packet. */
export type Counters = { picture: number | null; base: number | null }

export const NO_COUNTERS: Counters = { picture: null, base: null }

export function readVp8Counters(packet: Buffer): Counters {
  const places = findVp8Counters(packet)
  if (!places) return NO_COUNTERS
  const { idAt, isLongId, baseAt } = places
  const id = () => (isLongId ? packet.readUInt16BE(idAt) & 0x7fff : packet.readUInt8(idAt))
  return { picture: idAt < 0 ? null : id(), base: baseAt < 0 ? null : packet.readUInt8(baseAt) }
}

/** Moves the counters of a packet in place. */
export function moveVp8Counters(packet: Buffer, picture: number, base: number): void {
  const places = findVp8Counters(packet)
  if (!places) return
  const { idAt, isLongId, baseAt } = places
  if (isLongId) packet.writeUInt16BE(0x8000 | ((packet.readUInt16BE(idAt) + picture) & 0x7fff), idAt)
  else if (idAt >= 0) packet.writeUInt8((packet.readUInt8(idAt) + picture) & 0x7f, idAt)
  if (baseAt >= 0) packet.writeUInt8((packet.readUInt8(baseAt) + base) & 0xff, baseAt)
}

type Places = { idAt: number; isLongId: boolean; baseAt: number; payloadAt: number }

/** Section 4.2 of RFC 7741; -1 for what the packet does not carry, null for one that is cut off. */
function findVp8Counters(packet: Buffer): Places | null {
  const places = { idAt: -1, isLongId: false, baseAt: -1, payloadAt: RTP_HEADER + 1 }
  if (packet.length <= RTP_HEADER) return null
  if ((packet.readUInt8(RTP_HEADER) & EXTENDED) === 0) return places
  if (packet.length <= RTP_HEADER + 1) return null
  const flags = packet.readUInt8(RTP_HEADER + 1)
  let at = RTP_HEADER + 2
  if (flags & HAS_ID) {
    if (packet.length <= at) return null
    places.idAt = at
    places.isLongId = (packet.readUInt8(at) & 0x80) !== 0
    at += places.isLongId ? 2 : 1
  }
  if (flags & HAS_BASE) places.baseAt = at++
  if (flags & (HAS_TEMPORAL | HAS_KEY_INDEX)) at++
  places.payloadAt = at
  return at <= packet.length ? places : null
}

const EXTENDED = 0x80
const HAS_ID = 0x80
const HAS_BASE = 0x40
const HAS_TEMPORAL = 0x20
const HAS_KEY_INDEX = 0x10

/** The first packet of the first partition, whose frame header says that it needs no earlier frame. */
function startsVp8Keyframe(packet: Buffer): boolean {
  const places = findVp8Counters(packet)
  if (!places || packet.length <= places.payloadAt) return false
  const isFrameStart = (packet.readUInt8(RTP_HEADER) & 0x17) === 0x10
  return isFrameStart && (packet.readUInt8(places.payloadAt) & 1) === 0
}

const IDR = 5
const PARAMETERS = 7
const AGGREGATE = 24
const FRAGMENT = 28

/** The parameter sets that precede a keyframe, alone or together with it, or its own beginning. */
function startsH264Keyframe(packet: Buffer): boolean {
  if (packet.length < RTP_HEADER + 4) return false
  const type = packet.readUInt8(RTP_HEADER) & 0x1f
  // An aggregate begins with a size of two bytes, a fragment with its header, whose first bit says that it starts.
  if (type === AGGREGATE) return isKeyUnit(packet.readUInt8(RTP_HEADER + 3) & 0x1f)
  if (type !== FRAGMENT) return isKeyUnit(type)
  const fragment = packet.readUInt8(RTP_HEADER + 1)
  return (fragment & 0x80) !== 0 && isKeyUnit(fragment & 0x1f)
}

const isKeyUnit = (type: number) => type === IDR || type === PARAMETERS

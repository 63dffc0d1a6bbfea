import type { CodecName } from '../sdp/parse-session.ts'
import { RTP_HEADER_BYTES } from './rtp.ts'

/*
 * The parts of a video payload that the engine reads: VP8 (RFC 7741) and H264 (RFC 6184). Packets without `payloadStart` come
 * from an RtpRewriter, whose header is always RTP_HEADER_BYTES long. A publisher's packet may have extensions before its
 * payload.
 */

/**
 * Returns whether a keyframe begins with this packet, so that a viewer can start to decode here. `payloadStart` is the
 * offset of the payload in bytes.
 */
export function startsKeyframe(codec: CodecName, packet: Buffer, payloadStart = RTP_HEADER_BYTES): boolean {
  if (codec === 'VP8') return startsVp8Keyframe(packet, payloadStart)
  return codec === 'H264' && startsH264Keyframe(packet, payloadStart)
}

/** VP8's PictureID and TL0PICIDX; null: not in this packet. */
export type Vp8PictureIds = { pictureId: number | null; tl0PicIdx: number | null }

export const NO_PICTURE_IDS: Vp8PictureIds = { pictureId: null, tl0PicIdx: null }

/** Returns the picture ids of a VP8 packet; null where the packet has none or is truncated. */
export function readVp8PictureIds(packet: Buffer): Vp8PictureIds {
  const fields = findVp8Fields(packet)
  if (!fields) return NO_PICTURE_IDS
  const { pictureIdAt, isLongPictureId, tl0PicIdxAt } = fields
  const readPictureId = () =>
    isLongPictureId ? packet.readUInt16BE(pictureIdAt) & 0x7fff : packet.readUInt8(pictureIdAt)
  return {
    pictureId: pictureIdAt < 0 ? null : readPictureId(),
    tl0PicIdx: tl0PicIdxAt < 0 ? null : packet.readUInt8(tl0PicIdxAt),
  }
}

/** Adds to the PictureID and TL0PICIDX of a packet in place, modulo their width. */
export function offsetVp8PictureIds(packet: Buffer, pictureId: number, tl0PicIdx: number): void {
  const fields = findVp8Fields(packet)
  if (!fields) return
  const { pictureIdAt, isLongPictureId, tl0PicIdxAt } = fields
  if (isLongPictureId)
    packet.writeUInt16BE(0x8000 | ((packet.readUInt16BE(pictureIdAt) + pictureId) & 0x7fff), pictureIdAt)
  else if (pictureIdAt >= 0)
    packet.writeUInt8((packet.readUInt8(pictureIdAt) + pictureId) & 0x7f, pictureIdAt)
  if (tl0PicIdxAt >= 0) packet.writeUInt8((packet.readUInt8(tl0PicIdxAt) + tl0PicIdx) & 0xff, tl0PicIdxAt)
}

type Vp8Fields = { pictureIdAt: number; isLongPictureId: boolean; tl0PicIdxAt: number; frameAt: number }

/**
 * Locates the fields of a VP8 payload descriptor (RFC 7741 section 4.2). -1 stands for a field that the packet does not
 * have, null for a truncated packet.
 */
function findVp8Fields(packet: Buffer, payloadStart = RTP_HEADER_BYTES): Vp8Fields | null {
  const fields = { pictureIdAt: -1, isLongPictureId: false, tl0PicIdxAt: -1, frameAt: payloadStart + 1 }
  if (packet.length <= payloadStart) return null
  if ((packet.readUInt8(payloadStart) & HAS_EXTENSION) === 0) return fields
  if (packet.length <= payloadStart + 1) return null
  const flags = packet.readUInt8(payloadStart + 1)
  let at = payloadStart + 2
  if (flags & HAS_PICTURE_ID) {
    if (packet.length <= at) return null
    fields.pictureIdAt = at
    fields.isLongPictureId = (packet.readUInt8(at) & 0x80) !== 0
    at += fields.isLongPictureId ? 2 : 1
  }
  if (flags & HAS_TL0PICIDX) fields.tl0PicIdxAt = at++
  if (flags & (HAS_TID | HAS_KEYIDX)) at++
  fields.frameAt = at
  return at <= packet.length ? fields : null
}

const HAS_EXTENSION = 0x80
const HAS_PICTURE_ID = 0x80
const HAS_TL0PICIDX = 0x40
const HAS_TID = 0x20
const HAS_KEYIDX = 0x10

/** The packet starts the first partition of a frame, and the frame header marks a keyframe. */
function startsVp8Keyframe(packet: Buffer, payloadStart: number): boolean {
  const fields = findVp8Fields(packet, payloadStart)
  if (!fields || packet.length <= fields.frameAt) return false
  const isFrameStart = (packet.readUInt8(payloadStart) & 0x17) === 0x10
  return isFrameStart && (packet.readUInt8(fields.frameAt) & 1) === 0
}

const NAL_IDR = 5
const NAL_SPS = 7
const NAL_STAP_A = 24
const NAL_FU_A = 28

/** The parameter sets that precede a keyframe, alone or aggregated with it, or the start of the IDR slice itself. */
function startsH264Keyframe(packet: Buffer, payloadStart: number): boolean {
  if (packet.length < payloadStart + 4) return false
  const type = packet.readUInt8(payloadStart) & 0x1f
  // The first unit of a STAP-A follows a size of two bytes; the start bit is the highest one of an FU-A header.
  if (type === NAL_STAP_A) return isKeyframeUnit(packet.readUInt8(payloadStart + 3) & 0x1f)
  if (type !== NAL_FU_A) return isKeyframeUnit(type)
  const fragment = packet.readUInt8(payloadStart + 1)
  return (fragment & 0x80) !== 0 && isKeyframeUnit(fragment & 0x1f)
}

const isKeyframeUnit = (type: number) => type === NAL_IDR || type === NAL_SPS

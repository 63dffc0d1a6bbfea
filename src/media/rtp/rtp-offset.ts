import { offsetVp8PictureIds } from './video-payload.ts'
import { sequenceOf, timestampOf } from './rtp.ts'

/** How far one viewer's numbers lie from those of the layer that it gets. */
export type RtpOffset = {
  sequence: number
  /** On the track's RTP clock. */
  timestamp: number
  /** Of VP8's picture id and of its index of base pictures; 0 for other codecs. */
  pictureId: number
  tl0PicIdx: number
}

export const ZERO_OFFSET: RtpOffset = { sequence: 0, timestamp: 0, pictureId: 0, tl0PicIdx: 0 }

/**
 * Moves a packet's numbers in place: a packet is shared by all viewers, and most get it as it is. Moving it by the
 * `inverse` afterwards restores it.
 */
export function applyOffset(packet: Buffer, offset: RtpOffset): void {
  packet.writeUInt16BE((sequenceOf(packet) + offset.sequence) & 0xffff, 2)
  packet.writeUInt32BE((timestampOf(packet) + offset.timestamp) >>> 0, 4)
  if (offset.pictureId !== 0 || offset.tl0PicIdx !== 0)
    offsetVp8PictureIds(packet, offset.pictureId, offset.tl0PicIdx)
}

/** Moves the moment that a sender report names on the track's RTP clock, in place. */
export function offsetSenderReport(report: Buffer, ticks: number): void {
  report.writeUInt32BE(
    (report.readUInt32BE(SENDER_REPORT_TIMESTAMP_AT) + ticks) >>> 0,
    SENDER_REPORT_TIMESTAMP_AT,
  )
}

const SENDER_REPORT_TIMESTAMP_AT = 16

export const negateOffset = ({ sequence, timestamp, pictureId, tl0PicIdx }: RtpOffset): RtpOffset => ({
  sequence: -sequence,
  timestamp: -timestamp,
  pictureId: -pictureId,
  tl0PicIdx: -tl0PicIdx,
})

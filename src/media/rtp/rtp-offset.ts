import { sequenceOf, timestampOf } from './rtp.ts'
import { offsetVp8PictureIds } from './video-payload.ts'

/** Offsets added to a layer's header fields so that one viewer sees a continuous track. */
export type RtpOffset = {
  sequence: number
  /** In ticks of the track's RTP clock. */
  timestamp: number
  /** VP8's PictureID and TL0PICIDX (RFC 7741 section 4.2); 0 for other codecs. */
  pictureId: number
  tl0PicIdx: number
}

/** Leaves packets unchanged; compared by identity. */
export const ZERO_OFFSET: RtpOffset = { sequence: 0, timestamp: 0, pictureId: 0, tl0PicIdx: 0 }

/**
 * Adds an offset to a packet's header fields in place: all viewers share the packet, and most get it unchanged.
 * Applying `negateOffset` afterwards restores it.
 */
export function applyOffset(packet: Buffer, offset: RtpOffset): void {
  packet.writeUInt16BE((sequenceOf(packet) + offset.sequence) & 0xffff, 2)
  packet.writeUInt32BE((timestampOf(packet) + offset.timestamp) >>> 0, 4)
  if (offset.pictureId !== 0 || offset.tl0PicIdx !== 0)
    offsetVp8PictureIds(packet, offset.pictureId, offset.tl0PicIdx)
}

/** Adds ticks to the RTP timestamp of a sender report, in place. */
export function offsetSenderReport(report: Buffer, ticks: number): void {
  report.writeUInt32BE(
    (report.readUInt32BE(SENDER_REPORT_TIMESTAMP_AT) + ticks) >>> 0,
    SENDER_REPORT_TIMESTAMP_AT,
  )
}

const SENDER_REPORT_TIMESTAMP_AT = 16

/** Returns the offset that undoes another one. */
export const negateOffset = ({ sequence, timestamp, pictureId, tl0PicIdx }: RtpOffset): RtpOffset => ({
  sequence: -sequence,
  timestamp: -timestamp,
  pictureId: -pictureId,
  tl0PicIdx: -tl0PicIdx,
})

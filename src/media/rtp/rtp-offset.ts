import { moveVp8Counters } from './video-payload.ts'
import { sequenceOf, timestampOf } from './rtp.ts'

/** How far one viewer's numbers lie from those of the layer that it gets. */
export type Shift = {
  sequence: number
  /** On the track's RTP clock. */
  timestamp: number
  /** Of VP8's picture id and of its index of base pictures; 0 for other codecs. */
  picture: number
  base: number
}

export const NO_SHIFT: Shift = { sequence: 0, timestamp: 0, picture: 0, base: 0 }

/**
 * Moves a packet's numbers in place: a packet is shared by all viewers, and most get it as it is. Moving it by the
 * `inverse` afterwards restores it.
 */
export function shiftPacket(packet: Buffer, by: Shift): void {
  packet.writeUInt16BE((sequenceOf(packet) + by.sequence) & 0xffff, 2)
  packet.writeUInt32BE((timestampOf(packet) + by.timestamp) >>> 0, 4)
  if (by.picture !== 0 || by.base !== 0) moveVp8Counters(packet, by.picture, by.base)
}

/** Moves the moment that a sender report names on the track's RTP clock, in place. */
export function shiftReport(report: Buffer, ticks: number): void {
  report.writeUInt32BE((report.readUInt32BE(REPORT_TIMESTAMP) + ticks) >>> 0, REPORT_TIMESTAMP)
}

const REPORT_TIMESTAMP = 16

export const inverse = ({ sequence, timestamp, picture, base }: Shift): Shift => ({
  sequence: -sequence,
  timestamp: -timestamp,
  picture: -picture,
  base: -base,
})

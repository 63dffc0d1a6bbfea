import { hasPadding, RTP_HEADER_BYTES, timestampOf } from './rtp.ts'

/**
 * Returns the original packet that a retransmission carries (RFC 4588 section 4). Returns null when it carries only
 * padding, which senders use to probe their bandwidth. `payloadStart` is the offset of the retransmission's payload,
 * `payloadType` and `ssrc` are those of the original track.
 */
export function unwrapRtx(
  packet: Buffer,
  payloadStart: number,
  payloadType: number,
  ssrc: number,
): Buffer | null {
  const padding = hasPadding(packet) ? packet.readUInt8(packet.length - 1) : 0
  const end = packet.length - padding
  if (end < payloadStart + 2) return null
  const out = Buffer.alloc(RTP_HEADER_BYTES + end - payloadStart - 2)
  out.writeUInt8(0x80, 0)
  out.writeUInt8((packet.readUInt8(1) & 0x80) | payloadType, 1)
  out.writeUInt16BE(packet.readUInt16BE(payloadStart), 2)
  out.writeUInt32BE(timestampOf(packet), 4)
  out.writeUInt32BE(ssrc, 8)
  packet.copy(out, RTP_HEADER_BYTES, payloadStart + 2, end)
  return out
}

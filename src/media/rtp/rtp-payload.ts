import { hasPadding, findPayloadStart } from './rtp.ts'

/** Returns a packet's payload without padding, as a view, not a copy. It is empty for a malformed packet. */
export function payloadOf(packet: Buffer): Buffer {
  const start = findPayloadStart(packet)
  if (start < 0) return NOTHING
  const padding = hasPadding(packet) ? (packet.at(-1) ?? 0) : 0
  const end = packet.length - padding
  return end > start ? packet.subarray(start, end) : NOTHING
}

const NOTHING = Buffer.alloc(0)

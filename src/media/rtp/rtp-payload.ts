import { hasPadding, findPayloadStart } from './rtp.ts'

/** What a packet carries, its padding left out; a view, not a copy. Empty when it is malformed. */
export function payloadOf(packet: Buffer): Buffer {
  const start = findPayloadStart(packet)
  if (start < 0) return NOTHING
  const padding = hasPadding(packet) ? (packet.at(-1) ?? 0) : 0
  const end = packet.length - padding
  return end > start ? packet.subarray(start, end) : NOTHING
}

const NOTHING = Buffer.alloc(0)

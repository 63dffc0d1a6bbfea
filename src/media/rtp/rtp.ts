/** Size of an RTP header without contributing sources and extension (RFC 3550 section 5.1). */
export const RTP_HEADER_BYTES = 12

/** RTP and RTCP share one port; the second byte distinguishes them (RFC 5761 section 4). */
export function isRtcp(packet: Buffer): boolean {
  if (packet.length < 2) return false
  const type = packet.readUInt8(1)
  return type >= 192 && type <= 223
}

/** Returns the offset of an RTP packet's payload in bytes, or -1 when the packet is malformed. */
export function findPayloadStart(packet: Buffer): number {
  if (packet.length < RTP_HEADER_BYTES) return -1
  const first = packet.readUInt8(0)
  if (first >> 6 !== 2) return -1
  let start = RTP_HEADER_BYTES + 4 * (first & 0x0f)
  if (first & 0x10) {
    if (packet.length < start + 4) return -1
    start += 4 + 4 * packet.readUInt16BE(start + 2)
  }
  return start <= packet.length ? start : -1
}

/** Returns a packet's payload without padding, as a view, not a copy. It is empty for a malformed packet. */
export function payloadOf(packet: Buffer): Buffer {
  const start = findPayloadStart(packet)
  if (start < 0) return EMPTY
  const padding = hasPadding(packet) ? (packet.at(-1) ?? 0) : 0
  const end = packet.length - padding
  return end > start ? packet.subarray(start, end) : EMPTY
}

const EMPTY = Buffer.alloc(0)

/**
 * Returns the transport-wide sequence number of a packet, or -1. `id` is the negotiated id of the header extension (RFC
 * 8285, one-byte and two-byte form).
 */
export function readTransportSequence(packet: Buffer, id: number): number {
  const end = findPayloadStart(packet)
  if (end < 0 || !hasExtension(packet)) return -1
  const start = RTP_HEADER_BYTES + 4 * (packet.readUInt8(0) & 0x0f)
  const profile = packet.readUInt16BE(start)
  const isOneByteForm = profile === 0xbede
  if (!isOneByteForm && profile >> 4 !== 0x100) return -1
  for (let at = start + 4; at + 1 < end;) {
    const elementHeader = packet.readUInt8(at)
    // A zero byte is padding between two elements.
    if (elementHeader === 0) at++
    else {
      const valueAt = at + (isOneByteForm ? 1 : 2)
      const nextAt = valueAt + (isOneByteForm ? (elementHeader & 0x0f) + 1 : packet.readUInt8(at + 1))
      if ((isOneByteForm ? elementHeader >> 4 : elementHeader) === id)
        return nextAt <= end && nextAt - valueAt >= 2 ? packet.readUInt16BE(valueAt) : -1
      at = nextAt
    }
  }
  return -1
}

// The readers below expect a packet of at least RTP_HEADER_BYTES.
const hasExtension = (packet: Buffer) => (packet.readUInt8(0) & 0x10) !== 0
export const hasPadding = (packet: Buffer) => (packet.readUInt8(0) & 0x20) !== 0
export const hasMarker = (packet: Buffer) => (packet.readUInt8(1) & 0x80) !== 0
export const payloadTypeOf = (packet: Buffer) => packet.readUInt8(1) & 0x7f
export const sequenceOf = (packet: Buffer) => packet.readUInt16BE(2)
export const timestampOf = (packet: Buffer) => packet.readUInt32BE(4)
export const ssrcOf = (packet: Buffer) => packet.readUInt32BE(8)

/** Returns `later - earlier` for 32-bit timestamps that wrap: -2^31 to 2^31 - 1. */
export const timestampDistance = (earlier: number, later: number) => (later - earlier) | 0

/** Returns `later - earlier` for 16-bit sequence numbers that wrap: -32768 to 32767. */
export function sequenceDistance(earlier: number, later: number): number {
  return ((later - earlier) << 16) >> 16
}

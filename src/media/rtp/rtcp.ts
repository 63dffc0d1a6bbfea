/*
 * The RTCP packets that the engine writes and reads: RFC 3550 (reports), RFC 4585 (NACK, PLI), RFC 5104 (FIR),
 * draft-alvestrand-rmcat-remb-03 (REMB).
 */

const SENDER_REPORT = 200
const RECEIVER_REPORT = 201
export const TRANSPORT_FEEDBACK = 205
const PAYLOAD_FEEDBACK = 206
const FORMAT_NACK = 1
const FORMAT_PLI = 1
const FORMAT_FIR = 4
const FORMAT_REMB = 15

/** `ntp` is the wall clock as 64-bit NTP time, `timestamp` the same moment on the track's RTP clock. */
export type SenderReport = { ssrc: number; ntp: bigint; timestamp: number; packets: number; octets: number }

/**
 * RFC 3550 section 6.4.1. `lastSenderReport` is the middle 32 bits of the last sender report's NTP time,
 * `delaySinceSenderReport` counts 1/65536 s.
 */
export type ReportBlock = {
  ssrc: number
  fractionLost: number
  cumulativeLost: number
  highestSequence: number
  jitter: number
  lastSenderReport: number
  delaySinceSenderReport: number
}

/** The RTCP messages that the engine handles. */
export type RtcpMessage =
  | ({ type: 'sender_report' } & SenderReport)
  | { type: 'keyframe_request'; ssrc: number }
  | { type: 'nack'; ssrc: number; sequences: number[] }
  /** The loss of a source since the receiver's previous report: `fractionLost` in 1/256. */
  | { type: 'receiver_report'; ssrc: number; fractionLost: number }
  /** The bandwidth that a receiver estimates for these sources, in bits per second. */
  | { type: 'remb'; ssrcs: number[]; bitrate: number }

/** Requests a keyframe (picture loss indication, RFC 4585 section 6.3.1). */
export function writePli(senderSsrc: number, mediaSsrc: number): Buffer {
  return createFeedbackPacket(PAYLOAD_FEEDBACK, FORMAT_PLI, senderSsrc, mediaSsrc, 0)
}

/** Requests retransmissions (generic NACK, RFC 4585 section 6.2.1). `sequences` are in ascending order. */
export function writeNack(senderSsrc: number, mediaSsrc: number, sequences: number[]): Buffer {
  const pairs: { first: number; mask: number }[] = []
  for (const sequence of sequences) {
    const last = pairs.at(-1)
    const ahead = last ? (sequence - last.first) & 0xffff : 0
    if (last && ahead >= 1 && ahead <= 16) last.mask |= 1 << (ahead - 1)
    else pairs.push({ first: sequence, mask: 0 })
  }
  const packet = createFeedbackPacket(
    TRANSPORT_FEEDBACK,
    FORMAT_NACK,
    senderSsrc,
    mediaSsrc,
    4 * pairs.length,
  )
  for (const [index, { first, mask }] of pairs.entries()) {
    packet.writeUInt16BE(first, 12 + 4 * index)
    packet.writeUInt16BE(mask, 14 + 4 * index)
  }
  return packet
}

/** Limits what the sender may send, in bits per second (REMB). */
export function writeRemb(senderSsrc: number, mediaSsrc: number, bitrate: number): Buffer {
  const packet = createFeedbackPacket(PAYLOAD_FEEDBACK, FORMAT_REMB, senderSsrc, 0, 12)
  let mantissa = Math.floor(bitrate)
  let exponent = 0
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2)
    exponent++
  }
  packet.write('REMB', 12, 'latin1')
  packet.writeUInt8(1, 16)
  packet.writeUInt8((exponent << 2) | (mantissa >> 16), 17)
  packet.writeUInt16BE(mantissa & 0xffff, 18)
  packet.writeUInt32BE(mediaSsrc, 20)
  return packet
}

/** Writes a receiver report with one block (RFC 3550 section 6.4.2). */
export function writeReceiverReport(senderSsrc: number, block: ReportBlock): Buffer {
  const packet = Buffer.alloc(32)
  writeHeader(packet, 1, RECEIVER_REPORT)
  packet.writeUInt32BE(senderSsrc, 4)
  packet.writeUInt32BE(block.ssrc, 8)
  packet.writeUInt8(block.fractionLost, 12)
  packet.writeIntBE(Math.max(-0x800000, Math.min(0x7fffff, block.cumulativeLost)), 13, 3)
  packet.writeUInt32BE(block.highestSequence >>> 0, 16)
  packet.writeUInt32BE(Math.min(0xffffffff, Math.floor(block.jitter)), 20)
  packet.writeUInt32BE(block.lastSenderReport, 24)
  packet.writeUInt32BE(block.delaySinceSenderReport >>> 0, 28)
  return packet
}

/**
 * Writes a receiver report without blocks, which begins a compound packet when there is nothing to report (RFC 3550
 * section 6.1).
 */
export function writeEmptyReport(senderSsrc: number): Buffer {
  const packet = Buffer.alloc(8)
  writeHeader(packet, 0, RECEIVER_REPORT)
  packet.writeUInt32BE(senderSsrc, 4)
  return packet
}

/** Writes a sender report without blocks (RFC 3550 section 6.4.1). */
export function writeSenderReport(report: SenderReport): Buffer {
  const packet = Buffer.alloc(28)
  writeHeader(packet, 0, SENDER_REPORT)
  packet.writeUInt32BE(report.ssrc, 4)
  packet.writeBigUInt64BE(report.ntp, 8)
  packet.writeUInt32BE(report.timestamp, 16)
  packet.writeUInt32BE(report.packets, 20)
  packet.writeUInt32BE(report.octets, 24)
  return packet
}

/**
 * Returns the messages of a compound packet that the engine handles. Stops at the first malformed part and never
 * throws.
 */
export function readRtcp(compound: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = []
  for (let start = 0; start + 8 <= compound.length;) {
    const length = 4 * (compound.readUInt16BE(start + 2) + 1)
    const packet = compound.subarray(start, start + length)
    if (packet.length < length || packet.readUInt8(0) >> 6 !== 2) break
    messages.push(...readPacket(packet))
    start += length
  }
  return messages
}

function readPacket(packet: Buffer): RtcpMessage[] {
  const format = packet.readUInt8(0) & 0x1f
  const type = packet.readUInt8(1)
  if (type === SENDER_REPORT && packet.length >= 28) return [readSenderReport(packet)]
  if (type === RECEIVER_REPORT) return readReceiverReport(packet, format)
  if (packet.length < 12) return []
  if (type === TRANSPORT_FEEDBACK && format === FORMAT_NACK) return [readNack(packet)]
  if (type === PAYLOAD_FEEDBACK && format === FORMAT_PLI)
    return [{ type: 'keyframe_request', ssrc: packet.readUInt32BE(8) }]
  if (type === PAYLOAD_FEEDBACK && format === FORMAT_FIR) return readFir(packet)
  if (type === PAYLOAD_FEEDBACK && format === FORMAT_REMB) return readRemb(packet)
  return []
}

function readSenderReport(packet: Buffer): RtcpMessage {
  return {
    type: 'sender_report',
    ssrc: packet.readUInt32BE(4),
    ntp: packet.readBigUInt64BE(8),
    timestamp: packet.readUInt32BE(16),
    packets: packet.readUInt32BE(20),
    octets: packet.readUInt32BE(24),
  }
}

function readNack(packet: Buffer): RtcpMessage {
  const sequences: number[] = []
  for (let offset = 12; offset + 4 <= packet.length; offset += 4) {
    const first = packet.readUInt16BE(offset)
    const mask = packet.readUInt16BE(offset + 2)
    sequences.push(first)
    for (let bit = 0; bit < 16; bit++) if (mask & (1 << bit)) sequences.push((first + bit + 1) & 0xffff)
  }
  return { type: 'nack', ssrc: packet.readUInt32BE(8), sequences }
}

/** A FIR names its sources in the entries; the media source of its header is unused (RFC 5104 section 4.3.1.2). */
function readFir(packet: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = []
  for (let offset = 12; offset + 8 <= packet.length; offset += 8)
    messages.push({ type: 'keyframe_request', ssrc: packet.readUInt32BE(offset) })
  return messages
}

function readReceiverReport(packet: Buffer, count: number): RtcpMessage[] {
  const messages: RtcpMessage[] = []
  for (let offset = 8; offset + 24 <= packet.length && messages.length < count; offset += 24)
    messages.push({
      type: 'receiver_report',
      ssrc: packet.readUInt32BE(offset),
      fractionLost: packet.readUInt8(offset + 4),
    })
  return messages
}

function readRemb(packet: Buffer): RtcpMessage[] {
  if (packet.length < 20 || packet.toString('latin1', 12, 16) !== 'REMB') return []
  const ssrcs: number[] = []
  for (let offset = 20; offset + 4 <= packet.length && ssrcs.length < packet.readUInt8(16); offset += 4)
    ssrcs.push(packet.readUInt32BE(offset))
  const exponent = packet.readUInt8(17) >> 2
  return [{ type: 'remb', ssrcs, bitrate: (packet.readUIntBE(17, 3) & 0x3ffff) * 2 ** exponent }]
}

/** Allocates a feedback packet (RFC 4585 section 6.1) with room for `bodyBytes` after its header. */
export function createFeedbackPacket(
  type: number,
  format: number,
  senderSsrc: number,
  mediaSsrc: number,
  bodyBytes: number,
): Buffer {
  const packet = Buffer.alloc(12 + bodyBytes)
  writeHeader(packet, format, type)
  packet.writeUInt32BE(senderSsrc, 4)
  packet.writeUInt32BE(mediaSsrc, 8)
  return packet
}

function writeHeader(packet: Buffer, countOrFormat: number, type: number): void {
  packet.writeUInt8(0x80 | countOrFormat, 0)
  packet.writeUInt8(type, 1)
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
}

import { createFeedbackPacket, TRANSPORT_FEEDBACK } from './rtcp.ts'

const FORMAT_TRANSPORT_CC = 15
const TICKS_PER_MS = 4
/** The reference time of a report counts in steps of 64 ms. */
const TICKS_PER_REFERENCE_UNIT = 64 * TICKS_PER_MS
const NOT_RECEIVED = 0
const SMALL_DELTA = 1
const LARGE_DELTA = 2
const MAX_RUN_LENGTH = 0x1fff

/**
 * `arrivals` of the packets from number `first` on, in milliseconds of a monotonic clock, null for those that did not
 * come; two that came one after the other lie less than 8 s apart. `now` stands in when none came. `count` numbers
 * the reports, in 8 bits.
 */
export type TransportFeedback = {
  baseSequence: number
  feedbackCount: number
  now: number
  arrivals: (number | null)[]
}

/** When the packets of a connection came (draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1). */
export function writeTransportFeedback(
  senderSsrc: number,
  mediaSsrc: number,
  feedback: TransportFeedback,
): Buffer {
  const earliest = feedback.arrivals.find((at) => at !== null) ?? feedback.now
  const referenceTime = Math.floor((earliest * TICKS_PER_MS) / TICKS_PER_REFERENCE_UNIT)
  const deltas = computeDeltas(feedback.arrivals, referenceTime * TICKS_PER_REFERENCE_UNIT)
  const symbols = deltas.map(symbolOf)
  const chunks = encodeChunks(symbols)
  // A symbol is the number of bytes that its delta takes.
  const size = 2 * chunks.length + symbols.reduce((sum, symbol) => sum + symbol, 0)
  const padding = -size & 3
  const packet = createFeedbackPacket(
    TRANSPORT_FEEDBACK,
    FORMAT_TRANSPORT_CC,
    senderSsrc,
    mediaSsrc,
    8 + size + padding,
  )
  packet.writeUInt16BE(feedback.baseSequence & 0xffff, 12)
  packet.writeUInt16BE(symbols.length, 14)
  packet.writeUIntBE(referenceTime & 0xffffff, 16, 3)
  packet.writeUInt8(feedback.feedbackCount, 19)
  let at = 20
  for (const chunk of chunks) at = packet.writeUInt16BE(chunk, at)
  for (const delta of deltas) {
    if (symbolOf(delta) === SMALL_DELTA) at = packet.writeUInt8(delta ?? 0, at)
    else if (delta !== null) at = packet.writeInt16BE(delta, at)
  }
  if (padding > 0) {
    packet.writeUInt8(packet.readUInt8(0) | 0x20, 0)
    packet.writeUInt8(padding, packet.length - 1)
  }
  return packet
}

/** Ticks of 250 µs from one packet that came to the next; rounded as a whole, so that no error grows. */
function computeDeltas(arrivals: (number | null)[], referenceTime: number): (number | null)[] {
  let before = referenceTime
  return arrivals.map((at) => {
    if (at === null) return null
    const ticks = Math.round(at * TICKS_PER_MS)
    const delta = ticks - before
    before = ticks
    return delta
  })
}

function symbolOf(delta: number | null): number {
  if (delta === null) return NOT_RECEIVED
  return delta >= 0 && delta <= 0xff ? SMALL_DELTA : LARGE_DELTA
}

/** What happened to each packet: runs of one symbol, else 14 or 7 symbols a chunk (section 3.1.3 and 3.1.4). */
function encodeChunks(symbols: number[]): number[] {
  const chunks: number[] = []
  for (let at = 0; at < symbols.length;) {
    const symbol = symbols[at] ?? NOT_RECEIVED
    const run = runLength(symbols, at)
    const next = symbols.slice(at, at + 14)
    const isOneBit = !next.includes(LARGE_DELTA)
    const included = isOneBit ? next : next.slice(0, 7)
    if (run >= included.length) {
      chunks.push((symbol << 13) | run)
      at += run
    } else {
      chunks.push(isOneBit ? 0x8000 | packSymbols(included, 14, 1) : 0xc000 | packSymbols(included, 7, 2))
      at += included.length
    }
  }
  return chunks
}

function runLength(symbols: number[], from: number): number {
  let end = from
  while (end < symbols.length && symbols[end] === symbols[from] && end - from < MAX_RUN_LENGTH) end++
  return end - from
}

/** The first symbol stands in the highest bits; those that are not there count as missing. */
function packSymbols(symbols: number[], slots: number, bits: number): number {
  return symbols.reduce((all, symbol, index) => all | (symbol << (bits * (slots - 1 - index))), 0)
}

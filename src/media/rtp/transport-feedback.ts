import { createFeedbackPacket, TRANSPORT_FEEDBACK } from './rtcp.ts'

const FORMAT_TRANSPORT_CC = 15
const TICKS_PER_MS = 4
/** The reference time counts in units of 64 ms. */
const TICKS_PER_REFERENCE_UNIT = 64 * TICKS_PER_MS
const NOT_RECEIVED = 0
const SMALL_DELTA = 1
const LARGE_DELTA = 2
const MAX_RUN_LENGTH = 0x1fff

/**
 * `arrivals` are the arrival times of the packets from `baseSequence` on, in milliseconds of a monotonic clock; null
 * means not received. Two consecutive arrivals are less than 8 s apart. `now` replaces the reference time when nothing
 * was received. `feedbackCount` numbers the feedback packets modulo 256.
 */
export type TransportFeedback = {
  baseSequence: number
  feedbackCount: number
  now: number
  arrivals: (number | null)[]
}

/**
 * Writes a transport-wide congestion control feedback packet (draft-holmer-rmcat-transport-wide-cc-extensions-01
 * section 3.1).
 */
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
  // A symbol's value is the size of its delta in bytes.
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

/**
 * Returns the time from each received packet to the next in ticks of 250 µs. Rounds absolute times, so that errors do
 * not add up.
 */
function computeDeltas(arrivals: (number | null)[], referenceTime: number): (number | null)[] {
  let previous = referenceTime
  return arrivals.map((at) => {
    if (at === null) return null
    const ticks = Math.round(at * TICKS_PER_MS)
    const delta = ticks - previous
    previous = ticks
    return delta
  })
}

function symbolOf(delta: number | null): number {
  if (delta === null) return NOT_RECEIVED
  return delta >= 0 && delta <= 0xff ? SMALL_DELTA : LARGE_DELTA
}

/**
 * Encodes one symbol for each packet: run length chunks, and status vector chunks of 14 or 7 symbols (sections 3.1.3
 * and 3.1.4).
 */
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

/** The first symbol goes into the highest bits; unused slots count as not received. */
function packSymbols(symbols: number[], slots: number, bits: number): number {
  return symbols.reduce((all, symbol, index) => all | (symbol << (bits * (slots - 1 - index))), 0)
}

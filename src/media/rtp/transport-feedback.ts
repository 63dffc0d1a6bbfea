import { feedback, TRANSPORT_FEEDBACK } from './rtcp.ts'

const FORMAT = 15
const TICKS_IN_MS = 4
/** The reference time of a report counts in steps of 64 ms. */
const REFERENCE_TICKS = 64 * TICKS_IN_MS
const MISSING = 0
const SMALL = 1
const LARGE = 2
const LONGEST_RUN = 0x1fff

/**
 * `arrivals` of the packets from number `first` on, in milliseconds of a monotonic clock, null for those that did not
 * come; two that came one after the other lie less than 8 s apart. `now` stands in when none came. `count` numbers
 * the reports, in 8 bits.
 */
export type TransportReport = { first: number; count: number; now: number; arrivals: (number | null)[] }

/** When the packets of a connection came (draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1). */
export function writeTransportReport(sender: number, media: number, report: TransportReport): Buffer {
  const earliest = report.arrivals.find((at) => at !== null) ?? report.now
  const reference = Math.floor((earliest * TICKS_IN_MS) / REFERENCE_TICKS)
  const deltas = toDeltas(report.arrivals, reference * REFERENCE_TICKS)
  const symbols = deltas.map(symbolOf)
  const chunks = toChunks(symbols)
  // A symbol is the number of bytes that its delta takes.
  const size = 2 * chunks.length + symbols.reduce((sum, symbol) => sum + symbol, 0)
  const padding = -size & 3
  const packet = feedback(TRANSPORT_FEEDBACK, FORMAT, sender, media, 8 + size + padding)
  packet.writeUInt16BE(report.first & 0xffff, 12)
  packet.writeUInt16BE(symbols.length, 14)
  packet.writeUIntBE(reference & 0xffffff, 16, 3)
  packet.writeUInt8(report.count, 19)
  let at = 20
  for (const chunk of chunks) at = packet.writeUInt16BE(chunk, at)
  for (const delta of deltas) {
    if (symbolOf(delta) === SMALL) at = packet.writeUInt8(delta ?? 0, at)
    else if (delta !== null) at = packet.writeInt16BE(delta, at)
  }
  if (padding > 0) {
    packet.writeUInt8(packet.readUInt8(0) | 0x20, 0)
    packet.writeUInt8(padding, packet.length - 1)
  }
  return packet
}

/** Ticks of 250 µs from one packet that came to the next; rounded as a whole, so that no error grows. */
function toDeltas(arrivals: (number | null)[], reference: number): (number | null)[] {
  let before = reference
  return arrivals.map((at) => {
    if (at === null) return null
    const ticks = Math.round(at * TICKS_IN_MS)
    const delta = ticks - before
    before = ticks
    return delta
  })
}

function symbolOf(delta: number | null): number {
  if (delta === null) return MISSING
  return delta >= 0 && delta <= 0xff ? SMALL : LARGE
}

/** What happened to each packet: runs of one symbol, else 14 or 7 symbols a chunk (section 3.1.3 and 3.1.4). */
function toChunks(symbols: number[]): number[] {
  const chunks: number[] = []
  for (let at = 0; at < symbols.length;) {
    const symbol = symbols[at] ?? MISSING
    const run = runLength(symbols, at)
    const next = symbols.slice(at, at + 14)
    const isNarrow = !next.includes(LARGE)
    const taken = isNarrow ? next : next.slice(0, 7)
    if (run >= taken.length) {
      chunks.push((symbol << 13) | run)
      at += run
    } else {
      chunks.push(isNarrow ? 0x8000 | pack(taken, 14, 1) : 0xc000 | pack(taken, 7, 2))
      at += taken.length
    }
  }
  return chunks
}

function runLength(symbols: number[], from: number): number {
  let end = from
  while (end < symbols.length && symbols[end] === symbols[from] && end - from < LONGEST_RUN) end++
  return end - from
}

/** The first symbol stands in the highest bits; those that are not there count as missing. */
function pack(symbols: number[], room: number, bits: number): number {
  return symbols.reduce((all, symbol, index) => all | (symbol << (bits * (room - 1 - index))), 0)
}

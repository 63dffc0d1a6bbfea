import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { TransportFeedbackGenerator } from './transport-feedback-generator.ts'

type ParsedFeedback = { first: number; count: number; arrivals: (number | null)[] }

/** Parses a feedback packet. Only tests need this: the engine only writes them. */
function parseFeedback(packet: Buffer): ParsedFeedback {
  expect([packet.readUInt8(0) & 0xdf, packet.readUInt8(1)]).toEqual([0x8f, 205])
  expect(packet.length).toBe(4 * (packet.readUInt16BE(2) + 1))
  const padding = packet.readUInt8(0) & 0x20 ? packet.readUInt8(packet.length - 1) : 0
  const total = packet.readUInt16BE(14)
  const symbols: number[] = []
  let at = 20
  for (; symbols.length < total; at += 2) symbols.push(...parseChunk(packet.readUInt16BE(at)))
  let time = packet.readUIntBE(16, 3) * 64
  const arrivals = symbols.slice(0, total).map((symbol) => {
    if (symbol === 0) return null
    time += (symbol === 1 ? packet.readUInt8(at) : packet.readInt16BE(at)) / 4
    at += symbol
    return time
  })
  expect(at).toBe(packet.length - padding)
  return { first: packet.readUInt16BE(12), count: packet.readUInt8(19), arrivals }
}

function parseChunk(chunk: number): number[] {
  if (chunk < 0x8000) return Array.from({ length: chunk & 0x1fff }, () => chunk >> 13)
  const [room, bits, mask] = chunk < 0xc000 ? [14, 1, 1] : [7, 2, 3]
  return Array.from({ length: room }, (_, index) => (chunk >> (bits * (room - 1 - index))) & mask)
}

type Arrival = [sequence: number, now: number]

function createFeedback(arrivals: Arrival[]): Buffer[] {
  const feedback = new TransportFeedbackGenerator()
  for (const [sequence, now] of arrivals) feedback.addArrival(sequence & 0xffff, now)
  return feedback.createFeedback(1, 0xaabbccdd, 10_000)
}

describe('transport feedback', () => {
  it('reports only the latest packets when the sequence numbers run ahead', () => {
    const ahead = Array.from({ length: 300 }, (_, index): Arrival => [index * 1000, index])
    const feedback = createFeedback(ahead).map(parseFeedback)
    expect(feedback.map(({ arrivals }) => arrivals.length)).toEqual([400, 400, 400])
    expect(feedback.flatMap(({ arrivals }) => arrivals).at(-1)).toBe(299)
  })

  it('is laid out as the draft specifies', () => {
    // Reference time 2 is 128 ms. Small deltas of 0 and 10 ms (40 ticks), one missing, 100 ms and -1 ms in two bytes.
    const [packet] = createFeedback([
      [0xffff, 128],
      [0, 138],
      [2, 238],
      [3, 237],
    ])
    expect(packet?.toString('hex').match(/.{8}/g)).toEqual([
      '8fcd0006',
      '00000001',
      'aabbccdd',
      'ffff0005',
      '00000200',
      // Two bits each: small, small, not received, large, large, and unused slots.
      'd4a0' + '0028',
      '0190fffc',
    ])
  })

  it('continues where the previous one ended, and marks missing packets', () => {
    const feedback = new TransportFeedbackGenerator()
    for (const sequence of [65_534, 65_535]) feedback.addArrival(sequence, 100)
    expect(feedback.createFeedback(1, 2, 100).map(parseFeedback)).toEqual([
      { first: 65_534, count: 0, arrivals: [100, 100] },
    ])
    expect(feedback.createFeedback(1, 2, 200)).toEqual([])
    feedback.addArrival(2, 300)
    expect(feedback.createFeedback(1, 2, 300).map(parseFeedback)).toEqual([
      { first: 0, count: 1, arrivals: [null, null, 300] },
    ])
  })

  it('repeats late packets together with their neighbours', () => {
    const feedback = new TransportFeedbackGenerator()
    for (const sequence of [10, 12]) feedback.addArrival(sequence, 100)
    feedback.createFeedback(1, 2, 100)
    feedback.addArrival(11, 150)
    feedback.addArrival(13, 160)
    expect(feedback.createFeedback(1, 2, 200).map(parseFeedback)).toEqual([
      { first: 11, count: 1, arrivals: [150, 100, 160] },
    ])
  })

  it('restarts after a jump instead of reporting thousands of losses', () => {
    const feedback = new TransportFeedbackGenerator()
    for (const sequence of [10, 20_000, 20_001]) feedback.addArrival(sequence, 100)
    expect(feedback.createFeedback(1, 2, 100).map(parseFeedback)).toEqual([
      { first: 20_000, count: 0, arrivals: [100, 100] },
    ])
  })

  it('reports the first arrival of a duplicate', () => {
    const [packet] = createFeedback([
      [1, 100],
      [1, 200],
    ])
    expect(packet && parseFeedback(packet)).toMatchObject({ first: 1, arrivals: [100] })
  })
})

describe('any traffic', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 0, max: 400 })), {
    minLength: 1,
    maxLength: 500,
  })
  const walk = (all: [number, number][], from: number): Arrival[] => {
    let [sequence, now] = [from, 5000]
    return all.map(([step, pause]) => [(sequence += step), (now += pause / 10)])
  }

  it('is reported to a quarter of a millisecond, in packets of at most 1,200 bytes', () => {
    fc.assert(
      fc.property(steps, fc.nat(0xffff), (all, from) => {
        const arrivals = walk(all, from)
        const expected = new Map<number, number>()
        for (const [sequence, now] of arrivals)
          if (!expected.has(sequence & 0xffff)) expected.set(sequence & 0xffff, now)
        const reports = createFeedback(arrivals)
        const reported = new Map<number, number>()
        for (const packet of reports) {
          expect(packet.length).toBeLessThanOrEqual(1200)
          const { first, arrivals } = parseFeedback(packet)
          for (const [index, at] of arrivals.entries())
            if (at !== null) reported.set((first + index) & 0xffff, at)
        }
        expect([...reported.keys()].sort()).toEqual([...expected.keys()].sort())
        for (const [sequence, at] of expected)
          expect(Math.abs((reported.get(sequence) ?? 0) - at)).toBeLessThan(0.25)
      }),
      { numRuns: 500 * inject('soak') },
    )
  })

  it('never makes it throw or report without end, whatever the sequence numbers and pauses', () => {
    const any = fc.array(fc.tuple(fc.nat(0xffff), fc.nat(100_000)), { maxLength: 200 })
    fc.assert(
      fc.property(any, (all) => {
        const feedback = new TransportFeedbackGenerator()
        let now = 0
        for (const [sequence, pause] of all) feedback.addArrival(sequence, (now += pause))
        const reports = feedback.createFeedback(1, 2, now)
        for (const packet of reports) parseFeedback(packet)
        expect(reports.length).toBeLessThanOrEqual(all.length + 3)
        expect(feedback.createFeedback(1, 2, now)).toEqual([])
      }),
      { numRuns: 500 * inject('soak') },
    )
  })
})

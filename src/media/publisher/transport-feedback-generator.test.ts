import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransportFeedbackGenerator } from './transport-feedback-generator.ts'

type Read = { first: number; count: number; arrivals: (number | null)[] }

/** Reads a report as the draft describes it, for the tests alone: the engine only writes them. */
function readReport(packet: Buffer): Read {
  expect([packet.readUInt8(0) & 0xdf, packet.readUInt8(1)]).toEqual([0x8f, 205])
  expect(packet.length).toBe(4 * (packet.readUInt16BE(2) + 1))
  const padding = packet.readUInt8(0) & 0x20 ? packet.readUInt8(packet.length - 1) : 0
  const total = packet.readUInt16BE(14)
  const symbols: number[] = []
  let at = 20
  for (; symbols.length < total; at += 2) symbols.push(...readChunk(packet.readUInt16BE(at)))
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

function readChunk(chunk: number): number[] {
  if (chunk < 0x8000) return Array.from({ length: chunk & 0x1fff }, () => chunk >> 13)
  const [room, bits, mask] = chunk < 0xc000 ? [14, 1, 1] : [7, 2, 3]
  return Array.from({ length: room }, (_, index) => (chunk >> (bits * (room - 1 - index))) & mask)
}

type Noted = [sequence: number, now: number]

function report(noted: Noted[]): Buffer[] {
  const feedback = new TransportFeedbackGenerator()
  for (const [sequence, now] of noted) feedback.addArrival(sequence & 0xffff, now)
  return feedback.createFeedback(1, 0xaabbccdd, 10_000)
}

describe('the report of a connection', () => {
  it('is laid out as the draft draws it', () => {
    // Reference time 2 is 128 ms. Small deltas of 0 and 10 ms (40 ticks), one missing, 100 ms and -1 ms in two bytes.
    const [packet] = report([
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
      // Two bits each: small, small, missing, large, large, and nothing.
      'd4a0' + '0028',
      '0190fffc',
    ])
  })

  it('begins where the one before ended, and says what is missing in between', () => {
    const feedback = new TransportFeedbackGenerator()
    for (const sequence of [65_534, 65_535]) feedback.addArrival(sequence, 100)
    expect(feedback.createFeedback(1, 2, 100).map(readReport)).toEqual([
      { first: 65_534, count: 0, arrivals: [100, 100] },
    ])
    expect(feedback.createFeedback(1, 2, 200)).toEqual([])
    feedback.addArrival(2, 300)
    expect(feedback.createFeedback(1, 2, 300).map(readReport)).toEqual([
      { first: 0, count: 1, arrivals: [null, null, 300] },
    ])
  })

  it('tells again, with its neighbours, what came after it was missed', () => {
    const feedback = new TransportFeedbackGenerator()
    for (const sequence of [10, 12]) feedback.addArrival(sequence, 100)
    feedback.createFeedback(1, 2, 100)
    feedback.addArrival(11, 150)
    feedback.addArrival(13, 160)
    expect(feedback.createFeedback(1, 2, 200).map(readReport)).toEqual([
      { first: 11, count: 1, arrivals: [150, 100, 160] },
    ])
  })

  it('begins anew after a jump instead of telling thousands lost', () => {
    const feedback = new TransportFeedbackGenerator()
    for (const sequence of [10, 20_000, 20_001]) feedback.addArrival(sequence, 100)
    expect(feedback.createFeedback(1, 2, 100).map(readReport)).toEqual([
      { first: 20_000, count: 0, arrivals: [100, 100] },
    ])
  })

  it('counts the first arrival of a packet that comes twice', () => {
    const [packet] = report([
      [1, 100],
      [1, 200],
    ])
    expect(packet && readReport(packet)).toMatchObject({ first: 1, arrivals: [100] })
  })
})

describe('any traffic', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 0, max: 400 })), {
    minLength: 1,
    maxLength: 500,
  })
  const walk = (all: [number, number][], from: number): Noted[] => {
    let [sequence, now] = [from, 5000]
    return all.map(([step, pause]) => [(sequence += step), (now += pause / 10)])
  }

  it('is told exactly, to a quarter of a millisecond, in reports that fit into a packet', () => {
    fc.assert(
      fc.property(steps, fc.nat(0xffff), (all, from) => {
        const noted = walk(all, from)
        const expected = new Map<number, number>()
        for (const [sequence, now] of noted)
          if (!expected.has(sequence & 0xffff)) expected.set(sequence & 0xffff, now)
        const reports = report(noted)
        const told = new Map<number, number>()
        for (const each of reports) {
          expect(each.length).toBeLessThanOrEqual(1200)
          const { first, arrivals } = readReport(each)
          for (const [index, at] of arrivals.entries())
            if (at !== null) told.set((first + index) & 0xffff, at)
        }
        expect([...told.keys()].sort()).toEqual([...expected.keys()].sort())
        for (const [sequence, at] of expected)
          expect(Math.abs((told.get(sequence) ?? 0) - at)).toBeLessThan(0.25)
      }),
      { numRuns: 500 },
    )
  })

  it('never throws and never tells without end, whatever the numbers and pauses', () => {
    const any = fc.array(fc.tuple(fc.nat(0xffff), fc.nat(100_000)), { maxLength: 200 })
    fc.assert(
      fc.property(any, (all) => {
        const feedback = new TransportFeedbackGenerator()
        let now = 0
        for (const [sequence, pause] of all) feedback.addArrival(sequence, (now += pause))
        const reports = feedback.createFeedback(1, 2, now)
        for (const each of reports) readReport(each)
        expect(reports.length).toBeLessThanOrEqual(all.length + 3)
        expect(feedback.createFeedback(1, 2, now)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

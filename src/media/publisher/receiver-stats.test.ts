import { describe, expect, it } from 'vitest'
import { ReceiverStats } from './receiver-stats.ts'

function packet(sequence: number, timestamp = 0): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(sequence & 0xffff, 2)
  bytes.writeUInt32BE(timestamp, 4)
  bytes.writeUInt32BE(77, 8)
  return bytes
}

function receiving(sequences: number[]): ReceiverStats {
  const stats = new ReceiverStats(packet(sequences[0] ?? 0), 90_000)
  for (const sequence of sequences) stats.addPacket(packet(sequence), 0)
  return stats
}

it('counts across the wrap of the sequence number without loss', () => {
  const stats = receiving([65_534, 65_535, 65_536, 65_537])
  expect(stats.createReportBlock(0)).toMatchObject({
    ssrc: 77,
    highestSequence: 65_537,
    cumulativeLost: 0,
    fractionLost: 0,
  })
})

it('reports the loss in 1/256 since the previous report, and in packets since the start', () => {
  const stats = receiving([1, 2, 3, 8])
  expect(stats.createReportBlock(0)).toMatchObject({ cumulativeLost: 4, fractionLost: 128 })
  for (const sequence of [9, 10, 11]) stats.addPacket(packet(sequence), 0)
  expect(stats.createReportBlock(0)).toMatchObject({ cumulativeLost: 4, fractionLost: 0 })
})

it('counts late packets as received', () => {
  const stats = receiving([1, 3, 2, 4])
  expect(stats.createReportBlock(0)).toMatchObject({ cumulativeLost: 0, highestSequence: 4 })
})

it('smooths jitter as RFC 3550 does', () => {
  const stats = new ReceiverStats(packet(1, 0), 90_000)
  stats.addPacket(packet(1, 0), 0)
  // 10 ms later than its timestamp says: 900 ticks, of which a sixteenth counts.
  stats.addPacket(packet(2, 1800), 30)
  expect(stats.createReportBlock(30).jitter).toBeCloseTo(900 / 16)
})

it('ignores a timestamp that wraps for its jitter', () => {
  const stats = new ReceiverStats(packet(1, 0xffff_ffff), 90_000)
  stats.addPacket(packet(1, 0xffff_ffff), 0)
  stats.addPacket(packet(2, 0), 1)
  expect(stats.createReportBlock(1).jitter).toBe(0)
})

it('echoes the last sender report and its age in 1/65536 s', () => {
  const stats = receiving([1])
  expect(stats.createReportBlock(0)).toMatchObject({ lastSenderReport: 0, delaySinceSenderReport: 0 })
  stats.setSenderReport({ ssrc: 77, ntp: 0x1111_2222_3333_4444n, timestamp: 0, packets: 0, octets: 0 }, 1000)
  expect(stats.createReportBlock(1500)).toMatchObject({
    lastSenderReport: 0x2222_3333,
    delaySinceSenderReport: 32_768,
  })
})

describe('a lost packet', () => {
  const sequencesUpTo = (last: number, without: number[]) =>
    Array.from({ length: last }, (_, index) => index + 65_000).filter(
      (sequence) => !without.includes(sequence),
    )

  it('is counted once the window has passed it, across the wrap', () => {
    expect(receiving(sequencesUpTo(500, [65_001, 65_535, 65_536])).packetsLost).toBe(0)
    expect(receiving(sequencesUpTo(1048, [65_001, 65_535, 65_536])).packetsLost).toBe(2)
    expect(receiving(sequencesUpTo(1100, [65_001, 65_535, 65_536])).packetsLost).toBe(3)
  })

  it('is neither one that arrived late nor replaced by a duplicate', () => {
    const stats = receiving([1, 2, 2, 2, 5, 3])
    for (let sequence = 6; sequence < 1000; sequence++) stats.addPacket(packet(sequence), 0)
    expect(stats.packetsLost).toBe(1)
  })

  it('is not counted when the sender restarts at a distant number', () => {
    const stats = receiving([1, 2, 20_000])
    for (let sequence = 20_001; sequence < 21_000; sequence++) stats.addPacket(packet(sequence), 0)
    expect(stats.packetsLost).toBe(0)
  })
})

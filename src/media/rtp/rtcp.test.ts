import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { readRtcp, writeNack, writePli, writeReceiverReport, writeRemb, writeSenderReport } from './rtcp.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

// Each packet is laid out by hand from the figures of its RFC.
const PLI = hex('81 ce 0002 11223344 aabbccdd')
const FIR = hex('84 ce 0006 11223344 00000000 aabbccdd 07000000 00000005 08000000')
const NACK = hex('81 cd 0003 11223344 aabbccdd ffff 8001')
const REMB = hex('8f ce 0005 11223344 00000000 52454d42 01 0e625a aabbccdd')
const RECEIVER_REPORT = hex('81 c9 0007 11223344 aabbccdd 40 000003 0001fffe 0000001e 5a5a1234 00010000')
const SENDER_REPORT = hex('80 c8 0006 aabbccdd e1a2b3c4d5e6f708 00015f90 000003e8 000f4240')

describe('the engine writes', () => {
  it('a keyframe request as RFC 4585 specifies', () => {
    expect(writePli(0x11223344, 0xaabbccdd)).toEqual(PLI)
  })

  it('a NACK as pairs of a first packet and a mask, across the wrap', () => {
    expect(writeNack(0x11223344, 0xaabbccdd, [0xffff, 0, 15])).toEqual(NACK)
  })

  it('a new pair beyond 16 packets', () => {
    expect(writeNack(1, 2, [100, 116, 117]).subarray(12)).toEqual(hex('0064 8000 0075 0000'))
  })

  it('the bitrate as a mantissa of 18 bits and an exponent', () => {
    // 2 500 000 = 156 250 * 2^4, so the exponent is 4 and the mantissa 0x2625a.
    expect(writeRemb(0x11223344, 0xaabbccdd, 2_500_000)).toEqual(
      hex('8f ce 0005 11223344 00000000 52454d42 01 12625a aabbccdd'),
    )
    expect(writeRemb(0x11223344, 0xaabbccdd, 156_250 * 8)).toEqual(REMB)
  })

  it('a receiver report as RFC 3550 specifies', () => {
    const block = {
      ssrc: 0xaabbccdd,
      fractionLost: 0x40,
      cumulativeLost: 3,
      highestSequence: 0x1fffe,
      jitter: 30.9,
      lastSenderReport: 0x5a5a1234,
      delaySinceSenderReport: 65_536,
    }
    expect(writeReceiverReport(0x11223344, block)).toEqual(RECEIVER_REPORT)
    const doubled = writeReceiverReport(0x11223344, { ...block, cumulativeLost: -2 })
    expect(doubled.subarray(13, 16)).toEqual(hex('fffffe'))
  })

  it('a sender report that it can read', () => {
    const report = {
      ssrc: 0xaabbccdd,
      ntp: 0xe1a2b3c4d5e6f708n,
      timestamp: 90_000,
      packets: 1000,
      octets: 1_000_000,
    }
    expect(writeSenderReport(report)).toEqual(SENDER_REPORT)
    expect(readRtcp(SENDER_REPORT)).toEqual([{ type: 'sender_report', ...report }])
  })
})

describe('the engine reads', () => {
  it('each part of a compound packet', () => {
    expect(readRtcp(Buffer.concat([RECEIVER_REPORT, PLI, REMB, NACK]))).toEqual([
      { type: 'receiver_report', ssrc: 0xaabbccdd, fractionLost: 64 },
      { type: 'keyframe_request', ssrc: 0xaabbccdd },
      { type: 'remb', ssrcs: [0xaabbccdd], bitrate: 1_250_000 },
      { type: 'nack', ssrc: 0xaabbccdd, sequences: [0xffff, 0, 15] },
    ])
  })

  it('the sources of a FIR from its entries', () => {
    expect(readRtcp(FIR)).toEqual([
      { type: 'keyframe_request', ssrc: 0xaabbccdd },
      { type: 'keyframe_request', ssrc: 5 },
    ])
  })

  it('nothing after a part that is truncated or of another version', () => {
    expect(readRtcp(Buffer.concat([PLI, NACK.subarray(0, 12)]))).toHaveLength(1)
    expect(readRtcp(hex('41 ce 0002 11223344 aabbccdd'))).toEqual([])
  })

  it('any bytes without throwing', () => {
    const bytes = fc.uint8Array({ maxLength: 1500 }).map((each) => Buffer.from(each))
    const parts = fc.array(fc.constantFrom(PLI, FIR, NACK, REMB, RECEIVER_REPORT, SENDER_REPORT))
    const spoiled = fc.tuple(parts, fc.nat(), fc.nat(255)).map(([all, at, value]) => {
      const packet = Buffer.concat(all)
      if (packet.length > 0) packet.writeUInt8(value, at % packet.length)
      return packet
    })
    fc.assert(
      fc.property(fc.oneof(bytes, spoiled), (packet) => void readRtcp(packet)),
      { numRuns: 2000 * inject('soak') },
    )
  })

  it('the sequence numbers of any NACK that it writes', () => {
    const sequences = fc
      .uniqueArray(fc.nat(0xffff), { minLength: 1, maxLength: 60 })
      .map((all) => all.sort((a, b) => a - b))
    fc.assert(
      fc.property(sequences, (all) => {
        expect(readRtcp(writeNack(1, 2, all))).toEqual([{ type: 'nack', ssrc: 2, sequences: all }])
      }),
    )
  })
})

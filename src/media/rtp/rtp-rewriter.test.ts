import { describe, expect, it } from 'vitest'
import { readRtcp } from './rtcp.ts'
import { RtpRewriter } from './rtp-rewriter.ts'
import { payloadTypeOf, sequenceOf, ssrcOf, timestampOf } from './rtp.ts'

const OURS = 0xabcdef01
const rewriter = () => new RtpRewriter(OURS, 96, 90_000)

function packet(ssrc: number, sequence: number, timestamp: number, payload = 'media'): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(0x80, 0)
  header.writeUInt8(0x80 | 120, 1)
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE(timestamp, 4)
  header.writeUInt32BE(ssrc, 8)
  return Buffer.concat([header, Buffer.from(payload)])
}

function rewritten(by: RtpRewriter, from: Buffer, now = 0) {
  const out = by.rewrite(from, now)
  if (!out) throw new Error('the packet was taken for malformed')
  return { sequence: sequenceOf(out), timestamp: timestampOf(out), ssrc: ssrcOf(out), bytes: out }
}

describe('one packet', () => {
  it('gets our SSRC and payload type, and keeps marker and payload', () => {
    const { bytes } = rewritten(rewriter(), packet(5, 10, 20))
    expect(ssrcOf(bytes)).toBe(OURS)
    expect(payloadTypeOf(bytes)).toBe(96)
    expect(bytes.readUInt8(1) & 0x80).toBe(0x80)
    expect(bytes.subarray(12).toString()).toBe('media')
  })

  it('loses its extension and contributing sources, and keeps its padding', () => {
    const long = packet(5, 10, 20, '\0\0\0\0\xbe\xde\0\x01\0\0\0\0media\0\0\x03')
    long.writeUInt8(0x80 | 0x20 | 0x10 | 1, 0)
    long.writeUInt32BE(0xbede0001, 16)
    const { bytes } = rewritten(
      rewriter(),
      Buffer.concat([long.subarray(0, 24), Buffer.from('media\0\0\x03')]),
    )
    expect(bytes.readUInt8(0)).toBe(0xa0)
    expect(bytes.subarray(12).toString()).toBe('media\0\0\x03')
  })

  it('is dropped when it is malformed', () => {
    expect(rewriter().rewrite(Buffer.alloc(12), 0)).toBeNull()
  })
})

describe('a publisher that comes back', () => {
  it('continues with the next sequence number, across the wrap', () => {
    const track = rewriter()
    rewritten(track, packet(5, 65_534, 0))
    rewritten(track, packet(5, 65_535, 0))
    expect(rewritten(track, packet(6, 40_000, 0)).sequence).toBe(0)
    expect(rewritten(track, packet(6, 40_001, 0)).sequence).toBe(1)
  })

  it('continues even with the same SSRC as before', () => {
    const track = rewriter()
    rewritten(track, packet(5, 100, 1000))
    track.expectNewSource()
    expect(rewritten(track, packet(5, 7, 55), 40)).toMatchObject({ sequence: 101, timestamp: 1000 + 3600 })
  })

  it('continues after the highest sequence number, not after the last packet', () => {
    const track = rewriter()
    for (const sequence of [10, 12, 11]) rewritten(track, packet(5, sequence, sequence))
    expect(rewritten(track, packet(6, 0, 0)).sequence).toBe(13)
  })

  it('advances the timestamp by the time that passed, across the wrap', () => {
    const track = rewriter()
    rewritten(track, packet(5, 1, 0xffff_ffff), 1000)
    expect(rewritten(track, packet(6, 1, 123_456), 3000).timestamp).toBe(2 * 90_000 - 1)
  })

  it('never repeats a timestamp, however quickly it came back', () => {
    const track = rewriter()
    rewritten(track, packet(5, 1, 500), 1000)
    expect(rewritten(track, packet(6, 1, 0), 1000).timestamp).toBe(501)
  })
})

describe('sender reports', () => {
  const report = { ssrc: 6, ntp: 77n, timestamp: 90_000, packets: 1, octets: 1 }

  it('are moved to the timeline of the viewers', () => {
    const track = rewriter()
    rewritten(track, packet(5, 1, 0), 0)
    const first = rewritten(track, packet(6, 1, 90_000), 1000)
    const out = track.rewriteSenderReport(report)
    expect(out && readRtcp(out)).toEqual([
      { type: 'sender_report', ssrc: OURS, ntp: 77n, timestamp: first.timestamp, packets: 2, octets: 10 },
    ])
  })

  it('wait for the first packet of their source', () => {
    const track = rewriter()
    expect(track.rewriteSenderReport(report)).toBeNull()
    rewritten(track, packet(6, 1, 0))
    track.expectNewSource()
    expect(track.rewriteSenderReport(report)).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { isRtcp, findPayloadStart, sequenceDistance, readTransportSequence } from './rtp.ts'

it('finds the payload behind contributing sources and an extension', () => {
  const packet = Buffer.alloc(12 + 8 + 4 + 12 + 5)
  packet.writeUInt8(0x80 | 0x10 | 2, 0)
  packet.writeUInt16BE(3, 12 + 8 + 2)
  expect(findPayloadStart(packet)).toBe(36)
  expect(findPayloadStart(packet.subarray(0, 36))).toBe(36)
})

it('calls a packet malformed when its header is truncated', () => {
  const packet = Buffer.alloc(20)
  expect(findPayloadStart(packet)).toBe(-1)
  packet.writeUInt8(0x80, 0)
  expect(findPayloadStart(packet)).toBe(12)
  expect(findPayloadStart(packet.subarray(0, 11))).toBe(-1)
  packet.writeUInt8(0x80 | 3, 0)
  expect(findPayloadStart(packet)).toBe(-1)
  packet.writeUInt8(0x80 | 0x10, 0)
  packet.writeUInt16BE(2, 14)
  expect(findPayloadStart(packet)).toBe(-1)
})

it('distinguishes RTCP from media by the second byte', () => {
  const types = [191, 192, 200, 206, 223, 224].map((type) => isRtcp(Buffer.from([0x80, type])))
  expect(types).toEqual([false, true, true, true, true, false])
  expect(isRtcp(Buffer.alloc(1))).toBe(false)
})

it('measures distances across the wrap of sequence numbers', () => {
  expect(sequenceDistance(65_535, 0)).toBe(1)
  expect(sequenceDistance(3, 65_530)).toBe(-9)
  expect(sequenceDistance(7, 7)).toBe(0)
})

it('never points beyond a packet, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const packet = Buffer.from(bytes)
      isRtcp(packet)
      expect(findPayloadStart(packet)).toBeLessThanOrEqual(packet.length)
    }),
    { numRuns: 2000 * inject('soak') },
  )
})

describe('the transport-wide sequence number', () => {
  const withExtensions = (profile: number, elements: number[]) => {
    const packet = Buffer.alloc(12 + 4 + elements.length + 3)
    packet.writeUInt8(0x90, 0)
    packet.writeUInt16BE(profile, 12)
    packet.writeUInt16BE(elements.length / 4, 14)
    packet.set(elements, 16)
    return packet
  }

  it('is found among other extensions and padding', () => {
    const packet = withExtensions(0xbede, [0x40, 0x31, 0, 0x22, 1, 2, 3, 0x31, 0xab, 0xcd, 0, 0])
    expect(readTransportSequence(packet, 3)).toBe(0xabcd)
    expect(readTransportSequence(packet, 2)).toBe(0x0102)
    expect(readTransportSequence(packet, 4)).toBe(-1)
    expect(readTransportSequence(packet, 5)).toBe(-1)
  })

  it('is found in the two-byte form', () => {
    const packet = withExtensions(0x1000, [4, 0, 3, 2, 0xab, 0xcd, 0, 0])
    expect(readTransportSequence(packet, 3)).toBe(0xabcd)
    expect(readTransportSequence(packet, 4)).toBe(-1)
  })

  it('is not read beyond the end of the extension', () => {
    expect(readTransportSequence(withExtensions(0xbede, [0, 0, 0x31, 0xab]), 3)).toBe(-1)
    expect(readTransportSequence(withExtensions(0x1000, [0, 3, 2, 0xab]), 3)).toBe(-1)
    expect(readTransportSequence(withExtensions(0x1234, [0x31, 0xab, 0xcd, 0]), 3)).toBe(-1)
    expect(readTransportSequence(Buffer.alloc(12), 3)).toBe(-1)
  })

  it('has 16 bits or is missing, whatever the bytes', () => {
    const extended = fc.uint8Array({ minLength: 16, maxLength: 80 }).map((bytes) => {
      const packet = Buffer.from(bytes)
      packet.writeUInt8(0x90, 0)
      packet.writeUInt16BE((packet[1] ?? 0) & 1 ? 0xbede : 0x1000, 12)
      packet.writeUInt16BE((packet.length - 16) >> 2, 14)
      return packet
    })
    const any = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(extended, any), fc.nat(255), (packet, id) => {
        const sequence = readTransportSequence(packet, id)
        expect(sequence >= -1 && sequence <= 0xffff).toBe(true)
      }),
      { numRuns: 3000 * inject('soak') },
    )
  })
})

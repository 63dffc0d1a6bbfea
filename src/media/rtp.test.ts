import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRtcp, payloadStart, sequenceDistance } from './rtp.ts'

it('finds the payload behind contributing sources and an extension', () => {
  const packet = Buffer.alloc(12 + 8 + 4 + 12 + 5)
  packet.writeUInt8(0x80 | 0x10 | 2, 0)
  packet.writeUInt16BE(3, 12 + 8 + 2)
  expect(payloadStart(packet)).toBe(36)
  expect(payloadStart(packet.subarray(0, 36))).toBe(36)
})

it('calls a packet malformed when its header does not fit into it', () => {
  const packet = Buffer.alloc(20)
  expect(payloadStart(packet)).toBe(-1)
  packet.writeUInt8(0x80, 0)
  expect(payloadStart(packet)).toBe(12)
  expect(payloadStart(packet.subarray(0, 11))).toBe(-1)
  packet.writeUInt8(0x80 | 3, 0)
  expect(payloadStart(packet)).toBe(-1)
  packet.writeUInt8(0x80 | 0x10, 0)
  packet.writeUInt16BE(2, 14)
  expect(payloadStart(packet)).toBe(-1)
})

it('tells control packets from media by the second byte', () => {
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
      expect(payloadStart(packet)).toBeLessThanOrEqual(packet.length)
    }),
    { numRuns: 2000 },
  )
})

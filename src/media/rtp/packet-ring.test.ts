import { expect, it } from 'vitest'
import { PacketRing } from './packet-ring.ts'

function packet(sequence: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(sequence, 2)
  return bytes
}

it('finds the latest packets and forgets older ones, across the wrap', () => {
  const ring = new PacketRing(4)
  const packets = [65_533, 65_534, 65_535, 0, 1].map(packet)
  for (const each of packets) ring.put(each)
  expect(ring.find(65_534)).toBe(packets[1])
  expect(ring.find(1)).toBe(packets[4])
  expect(ring.find(65_533)).toBeUndefined()
  expect(ring.find(2)).toBeUndefined()
})

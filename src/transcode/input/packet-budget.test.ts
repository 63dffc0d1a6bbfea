import { expect, test } from 'vitest'
import { PacketBudget } from './packet-budget.ts'

const FILE_BYTES = 10_000_000
const PACKET_BYTES = 10_000

/** How many times the bytes of the file may be read as such packets. */
function readsAllowed(isHidden: boolean, budget = new PacketBudget(FILE_BYTES)): number {
  let bytes = 0
  try {
    for (; bytes < 100 * FILE_BYTES; bytes += PACKET_BYTES) budget.add(PACKET_BYTES, isHidden)
  } catch (error) {
    expect(error).toMatchObject({ problem: 'repeatsData' })
  }
  return bytes / FILE_BYTES
}

test('the packets of a file have about its bytes', () => {
  expect(readsAllowed(false)).toBeCloseTo(1.1, 1)
})

test('an edit list may read the pictures before its cuts many times, but not without end', () => {
  expect(readsAllowed(true)).toBeCloseTo(20, 1)
})

test('what is read before cuts and what is shown are counted apart', () => {
  const budget = new PacketBudget(FILE_BYTES)
  for (let bytes = 0; bytes < 19 * FILE_BYTES; bytes += PACKET_BYTES) budget.add(PACKET_BYTES, true)
  expect(readsAllowed(false, budget)).toBeCloseTo(1.1, 1)
})

test('a tiny file may have packets a little larger than itself', () => {
  const budget = new PacketBudget(0)
  for (const isHidden of [false, true]) {
    budget.add(64 * 1024, isHidden)
    expect(() => new PacketBudget(0).add(64 * 1024 + 1, isHidden)).toThrow('65536 bytes')
  }
})

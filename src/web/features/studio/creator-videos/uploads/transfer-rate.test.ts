import { expect, test } from 'vitest'
import { TransferRate } from './transfer-rate.ts'

test('the rate is that of the last ten seconds', () => {
  const rate = new TransferRate()
  expect(rate.add(0, 0)).toBeNull()
  expect(rate.add(1000, 500)).toBeNull()
  expect(rate.add(2000, 2000)).toBe(1000)
  expect(rate.add(2000, 11_000)).toBe(0)
})

test('after an interruption the rate starts again at the byte that arrived', () => {
  const rate = new TransferRate()
  rate.add(0, 0)
  rate.add(5000, 1000)
  expect(rate.add(3000, 2000)).toBeNull()
  expect(rate.add(5000, 4000)).toBe(1000)
})

import { expect, test } from 'vitest'
import { workersFor } from './machine-limits.ts'
import { measureTimeFactor, timeFactor } from './machine-speed.mjs'

const GIB = 1024 ** 3

test('time limits grow with the time that the fixed work takes, up to four times', () => {
  expect([20, 80, 120, 320, 5000].map(timeFactor)).toEqual([1, 1, 1.5, 4, 4])
})

test('the factor of this machine is measured', async () => {
  const factor = await measureTimeFactor()
  expect(factor).toBeGreaterThanOrEqual(1)
  expect(factor).toBeLessThanOrEqual(4)
})

test.each([
  ['two processors', { cores: 2, memoryBytes: 24 * GIB }, 3],
  ['sixteen processors', { cores: 16, memoryBytes: 64 * GIB }, 24],
  ['sixteen processors, and memory for four workers', { cores: 16, memoryBytes: 6 * GIB }, 4],
  ['little memory', { cores: 2, memoryBytes: GIB }, 1],
])('the workers follow the machine: %s', (_, machine, workers) => {
  expect(workersFor(GIB, 1.5, machine)).toBe(workers)
})

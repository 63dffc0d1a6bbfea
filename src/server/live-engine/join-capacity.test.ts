import { expect, test } from 'vitest'
import { type EngineLoad, JoinCapacity } from './join-capacity.ts'

/** A capacity without a limit would admit everybody. */
const MANY = 1000

/** Returns how many viewers are admitted after heartbeats of this load. */
function admittedAfter(load: EngineLoad, heartbeats = 20): number {
  const capacity = new JoinCapacity()
  for (let beat = 0; beat < heartbeats; beat++) capacity.update(load)
  let admitted = 0
  while (admitted < MANY && capacity.tryTake()) admitted++
  expect(admitted).toBeLessThan(MANY)
  return admitted
}

test('no viewer is admitted before the first heartbeat', () => {
  expect(admittedAfter({ utilization: 0, delayMs: 0 }, 0)).toBe(0)
})

test('an idle engine admits some viewers for each heartbeat, and a busier one fewer', () => {
  const idle = admittedAfter({ utilization: 0, delayMs: 0 })
  const busier = admittedAfter({ utilization: 0.6, delayMs: 0 })
  expect(idle).toBeGreaterThan(busier)
  expect(busier).toBeGreaterThan(0)
})

test('an engine that works all the time, or is late, admits nobody', () => {
  expect(admittedAfter({ utilization: 0.9, delayMs: 0 })).toBe(0)
  expect(admittedAfter({ utilization: 0, delayMs: 300 })).toBe(0)
})

test('one busy heartbeat fills nothing', () => {
  expect(admittedAfter({ utilization: 1, delayMs: 0 }, 1)).toBeGreaterThan(0)
})

import { expect, it } from 'vitest'
import { beat, startHeartbeat } from './heartbeat.ts'

it('is also sent by callbacks that leave no time for timers', () => {
  const beats: unknown[] = []
  startHeartbeat((heartbeat) => beats.push(heartbeat))
  expect(beats).toHaveLength(1)
  // Far more than the callbacks of a quarter of a second.
  for (let calls = 0; beats.length < 3 && calls < 100_000_000; calls++) beat()
  expect(beats).toHaveLength(3)
  expect(beats.at(-1)).toMatchObject({ type: 'heartbeat', utilization: expect.closeTo(1) })
})

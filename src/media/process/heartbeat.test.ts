import { expect, it } from 'vitest'
import { beat, startHeartbeat } from './heartbeat.ts'

it('is also sent by callbacks that leave no time for timers', () => {
  const beats: unknown[] = []
  startHeartbeat((heartbeat) => beats.push(heartbeat))
  expect(beats).toHaveLength(1)
  while (beats.length < 3) beat()
  expect(beats.at(-1)).toMatchObject({ type: 'heartbeat', utilization: expect.closeTo(1) })
})

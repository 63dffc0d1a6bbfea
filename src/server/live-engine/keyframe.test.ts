import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MediaEngine } from './media-engine.ts'
import { type Peers, startPeers } from './testing/peers.ts'
import { testEngine } from './testing/start-engine.ts'

let engine: MediaEngine
let peers: Peers
beforeAll(async () => {
  engine = (await testEngine()).engine
  await engine.start()
  peers = await startPeers(engine)
})
afterAll(async () => {
  await peers.kill()
  await engine.close()
})

test('the next keyframe of a publisher is handed over whole, to each that asks', async () => {
  await peers.publish('shown', 'publisher')
  await expect.poll(async () => (await engine.stats()).streams.length).toBe(1)
  const [first, second] = await Promise.all([
    engine.captureKeyframe('shown'),
    engine.captureKeyframe('shown'),
  ])
  expect(first).toMatchObject({ codec: 'VP8', description: null })
  // The start code of a keyframe of VP8.
  const data = Buffer.from(first?.data ?? '', 'base64')
  expect(data.subarray(3, 6).toString('hex')).toBe('9d012a')
  expect(second).toEqual(first)
  expect(await engine.captureKeyframe('shown')).not.toBeNull()
})

test('without a publisher there is no keyframe', async () => {
  await expect(engine.captureKeyframe('unknown')).rejects.toMatchObject({ code: 'not_publishing' })
})

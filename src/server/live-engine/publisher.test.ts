import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StreamStats } from './media-engine.ts'
import { startPeers, type Peers } from './testing/peers.ts'
import { testEngine, type TestEngine } from './testing/start-engine.ts'

let live: TestEngine
let peers: Peers

beforeAll(async () => {
  live = await testEngine()
  await live.engine.start()
})
afterAll(() => live.engine.close())
beforeEach(async () => {
  peers = await startPeers(live.engine)
})
afterEach(async () => {
  for (const stream of ['stream', 'other']) live.engine.endStream(stream)
  await peers.kill()
})

async function statsOf(stream: string): Promise<StreamStats | undefined> {
  return (await live.engine.stats()).streams.find(({ streamId }) => streamId === stream)
}

async function packetsLost(): Promise<number | undefined> {
  return (await statsOf('stream'))?.packetsLost
}

async function publish(stream: string, peer: string): Promise<void> {
  const publishing = live.nextEvent('publishing')
  await peers.publish(stream, peer)
  await publishing
}

it('counts lost packets, also across a publisher’s reconnect', async () => {
  await publish('stream', 'publisher')
  await peers.skipPackets('publisher', 3)
  await expect.poll(packetsLost).toBe(3)
  await publish('stream', 'again')
  expect(await packetsLost()).toBe(3)
  await peers.skipPackets('again', 2)
  await expect.poll(packetsLost).toBe(5)
})

it('requests a keyframe when a lost packet does not arrive', async () => {
  await publish('stream', 'publisher')
  await expect.poll(async () => (await peers.stats('publisher')).keyframeRequests).toBe(1)
  await peers.skipPackets('publisher', 2)
  await expect.poll(async () => (await peers.stats('publisher')).keyframeRequests).toBe(2)
})

it.each([
  { flood: 'large packets', packetsInFrame: 125, payloadBytes: 1000 },
  { flood: 'tiny packets', packetsInFrame: 240, payloadBytes: 16 },
])('closes a publisher that floods it with $flood, and nobody else notices', async (flood) => {
  await publish('other', 'decent')
  await peers.watch('other', 'viewer')
  await publish('stream', 'flooding')
  await expect.poll(async () => (await peers.stats('viewer')).video.packets).toBeGreaterThan(0)

  const closed = live.nextEvent('peerClosed')
  await peers.flood('flooding', flood.packetsInFrame, flood.payloadBytes)
  expect(await closed).toEqual({ streamId: 'stream', peerId: 'flooding', role: 'publisher' })
  // The log arrives over another channel than the event.
  await expect
    .poll(() => live.logLines.join('\n'))
    .toContain('it sends several times the highest bitrate, or too many packets, and is closed')

  const before = (await peers.stats('viewer')).video.packets
  await expect.poll(async () => (await peers.stats('viewer')).video.packets).toBeGreaterThan(before + 60)
  expect((await peers.stats('viewer')).video).toMatchObject({ jumps: 0, late: [] })
})

import { afterEach, expect, test, vi } from 'vitest'
import { type Peers, startPeers } from './testing/peers.ts'
import { type TestEngine, testEngine } from './testing/start-engine.ts'
import { createShardedEngine } from './sharded-engine.ts'

const open: { end: () => Promise<unknown> }[] = []

afterEach(async () => {
  for (const { end } of open.splice(0).toReversed()) await end()
})

async function twoEngines() {
  const parts: [TestEngine, TestEngine] = [await testEngine(), await testEngine()]
  const engine = createShardedEngine([parts[0].engine, parts[1].engine])
  open.push({ end: () => engine.close() })
  await engine.start()
  return { engine, parts }
}

async function startWatchedStream(
  engine: Parameters<typeof startPeers>[0],
  streamId: string,
): Promise<Peers> {
  const peers = await startPeers(engine)
  open.push({ end: () => peers.kill() })
  await peers.publish(streamId, `publisher of ${streamId}`)
  await peers.watch(streamId, `viewer of ${streamId}`)
  await expect.poll(async () => packets(peers, streamId)).toBeGreaterThan(30)
  return peers
}

const packets = async (peers: Peers, streamId: string) =>
  (await peers.stats(`viewer of ${streamId}`)).video.packets

/** Two streams that different engines serve. */
const STREAMS = ['a', 'b'] as const

test('streams are spread over the engines, and each is served by one of them', async () => {
  const { engine, parts } = await twoEngines()
  for (const streamId of STREAMS) await startWatchedStream(engine, streamId)
  const held = await Promise.all(parts.map(async (part) => (await part.engine.stats()).streams))
  expect(held.map((streams) => streams.map(({ viewers }) => viewers))).toEqual([[1], [1]])
  expect((await engine.stats()).streams.map(({ streamId }) => streamId).toSorted()).toEqual([...STREAMS])
  expect((await engine.stats()).processes).toHaveLength(2)
})

test('the death of one engine affects only its own streams, and the others continue', async () => {
  const { engine, parts } = await twoEngines()
  const [first, second] = [
    await startWatchedStream(engine, STREAMS[0]),
    await startWatchedStream(engine, STREAMS[1]),
  ]
  const isInFirst = (await parts[0].engine.stats()).streams[0]?.streamId === STREAMS[0]
  const [affected, unaffected] = isInFirst ? STREAMS : STREAMS.toReversed()
  const down = new Promise<(streamId: string) => boolean>((resolve) => {
    engine.on('down', ({ affects }) => resolve(affects))
  })
  process.kill(parts[0].pid(), 'SIGKILL')
  const affects = await down
  // Each process keeps its position in the list.
  expect((await engine.stats()).processes).toEqual([null, expect.objectContaining({ restarts: 0 })])
  expect([affects(String(affected)), affects(String(unaffected))]).toEqual([true, false])
  const peers = isInFirst ? second : first
  const before = await packets(peers, String(unaffected))
  await expect.poll(() => packets(peers, String(unaffected))).toBeGreaterThan(before + 30)
})

test('a refused peer, and a publisher that another one replaced, are removed', async () => {
  const { engine, parts } = await twoEngines()
  const setQuality = parts.map((part) => vi.spyOn(part.engine, 'setQuality'))
  const knownPeers = (peers: string[]) => {
    for (const peer of peers) engine.setQuality(peer, 'low')
    return setQuality.flatMap(({ mock }) => mock.calls.map(([peer]) => peer))
  }
  await expect(engine.watch('a', 'early', 'auto')).rejects.toMatchObject({ code: 'not_publishing' })
  await expect(engine.publish('a', 'broken', 'v=0')).rejects.toMatchObject({ code: 'bad_sdp' })
  const peers = await startPeers(engine)
  open.push({ end: () => peers.kill() })
  await peers.publish('a', 'first')
  await peers.publish('a', 'second')
  await expect(engine.publish('a', 'second', 'v=0')).rejects.toMatchObject({ code: 'bad_sdp' })
  await peers.publish('a', 'third')
  expect(knownPeers(['early', 'broken', 'first', 'second', 'third'])).toEqual(['third'])
})

test('a single engine is not wrapped', async () => {
  const { engine } = await testEngine()
  expect(createShardedEngine([engine])).toBe(engine)
})

test('nothing stays open when one of them cannot start', async () => {
  const first = await testEngine()
  const second = await testEngine({ udpPort: first.udpPort })
  const engine = createShardedEngine([first.engine, second.engine])
  await expect(engine.start()).rejects.toThrow('is in use')
  await expect(first.engine.stats()).rejects.toMatchObject({ code: 'unavailable' })
})

test('an unknown peer is refused', async () => {
  const { engine } = await twoEngines()
  await expect(engine.acceptAnswer('nobody', 'v=0')).rejects.toMatchObject({ code: 'unknown_peer' })
  await expect(engine.watch('nothing', 'peer', 'auto')).rejects.toMatchObject({ code: 'not_publishing' })
})

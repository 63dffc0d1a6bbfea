import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Quality } from '#media/process/protocol.ts'
import type { EngineEvents } from './media-engine.ts'
import { startPeers, type Peers } from './testing/peers.ts'
import { testEngine, type TestEngine } from './testing/start-engine.ts'

let live: TestEngine
let peers: Peers
let layerChanges: EngineEvents['layerChanged'][]
let unsubscribe: () => void
const stream = 'stream'

beforeAll(async () => {
  live = await testEngine()
  await live.engine.start()
})
afterAll(() => live.engine.close())
beforeEach(async () => {
  peers = await startPeers(live.engine)
  layerChanges = []
  unsubscribe = live.engine.on('layerChanged', (event) => layerChanges.push(event))
})
afterEach(async () => {
  unsubscribe()
  live.engine.endStream(stream)
  await peers.kill()
})

const videoStats = async (viewer: string) => (await peers.stats(viewer)).video
const layersOf = (viewer: string) =>
  layerChanges.filter(({ peerId }) => peerId === viewer).map(({ layer }) => layer)

/** Waits until the viewer has received that many more packets of a kind. */
async function waitForPackets(viewer: string, kind: 'audio' | 'video', packets = 40): Promise<void> {
  const before = (await peers.stats(viewer))[kind].packets
  await expect.poll(async () => (await peers.stats(viewer))[kind].packets).toBeGreaterThan(before + packets)
}

async function choose(viewer: string, quality: Quality, layer: 'high' | 'low'): Promise<void> {
  live.engine.setQuality(viewer, quality)
  await expect.poll(async () => (await videoStats(viewer)).layers.at(-1)).toBe(layer)
  await waitForPackets(viewer, 'video')
}

async function publish(hasLowLayer = true): Promise<void> {
  const publishing = live.nextEvent('publishing')
  await peers.publish(stream, 'publisher', { hasLowLayer })
  await publishing
}

const SEAMLESS = { jumps: 0, late: [], brokenSwitches: 0, pictureIdJumps: 0, timestampBackSteps: 0 }

describe('a viewer that switches layers', () => {
  it('gets the other layer from a keyframe on, in one track without a gap', async () => {
    await publish()
    await peers.watch(stream, 'viewer')
    await waitForPackets('viewer', 'video')
    for (const [quality, layer] of [
      ['low', 'low'],
      ['auto', 'high'],
      ['low', 'low'],
    ] as const)
      await choose('viewer', quality, layer)
    const seen = await videoStats('viewer')
    expect(seen).toMatchObject({ ...SEAMLESS, layers: ['high', 'low', 'high', 'low'] })
    expect(seen.ssrcs).toHaveLength(1)
    expect(layersOf('viewer')).toEqual(['high', 'low', 'high', 'low'])
    expect(layerChanges.at(-1)).toEqual({
      streamId: stream,
      peerId: 'viewer',
      layer: 'low',
      hasLowLayer: true,
    })
    expect((await live.engine.stats()).streams).toMatchObject([{ hasLowLayer: true }])
  })

  it('gets retransmissions from before and after the switch', async () => {
    await publish()
    await peers.watch(stream, 'viewer')
    await waitForPackets('viewer', 'video')
    await choose('viewer', 'low', 'low')
    const { firstSequence, lastSequence } = await videoStats('viewer')
    // A viewer's connection drops duplicates: only the engine can count what it sent again.
    await peers.sendNack('viewer', [firstSequence, lastSequence, (lastSequence + 1000) & 0xffff])
    await expect
      .poll(async () => (await live.engine.stats()).streams)
      .toMatchObject([{ packetsRetransmitted: 2 }])
  })

  it('does not affect the others', async () => {
    await publish()
    await Promise.all([peers.watch(stream, 'viewer'), peers.watch(stream, 'other')])
    await Promise.all([waitForPackets('viewer', 'video'), waitForPackets('other', 'video')])
    await choose('viewer', 'low', 'low')
    await waitForPackets('other', 'video')
    expect(await videoStats('other')).toMatchObject({ ...SEAMLESS, layers: ['high'] })
    expect(layersOf('other')).toEqual(['high'])
  })

  it('stays on one timeline when the publisher comes back', async () => {
    await publish()
    await peers.watch(stream, 'viewer', 'low')
    await waitForPackets('viewer', 'video')
    await choose('viewer', 'auto', 'high')
    await peers.publish(stream, 'again', { hasLowLayer: true, firstSequence: 9 })
    await waitForPackets('viewer', 'video')
    await choose('viewer', 'low', 'low')
    expect(await videoStats('viewer')).toMatchObject({
      jumps: 0,
      late: [],
      brokenSwitches: 0,
      timestampBackSteps: 0,
    })
  })
})

describe('audio only', () => {
  it('gets no video packet, from the start or later', async () => {
    await publish()
    // The engine's own request at the start.
    const keyframeRequests = async () => (await peers.stats('publisher')).keyframeRequests
    await expect.poll(keyframeRequests).toBe(1)
    await peers.watch(stream, 'listener', 'audio')
    await waitForPackets('listener', 'audio', 60)
    expect(await videoStats('listener')).toMatchObject({ packets: 0, ssrcs: [], payloadTypes: [] })
    expect(await keyframeRequests()).toBe(1)
    expect(layersOf('listener')).toEqual(['audio'])

    await choose('listener', 'auto', 'high')
    const audioOnly = live.nextEvent('layerChanged')
    live.engine.setQuality('listener', 'audio')
    expect(await audioOnly).toMatchObject({ layer: 'audio' })
    await waitForPackets('listener', 'audio', 10)
    const { packets } = await videoStats('listener')
    await waitForPackets('listener', 'audio', 60)
    expect((await videoStats('listener')).packets).toBe(packets)

    await choose('listener', 'auto', 'high')
    expect(await videoStats('listener')).toMatchObject({ ...SEAMLESS, layers: ['high'] })
    expect(layersOf('listener')).toEqual(['audio', 'high', 'audio', 'high'])
  })
})

describe('the low layer', () => {
  it('is sent to a viewer that selects it from the start', async () => {
    await publish()
    await peers.watch(stream, 'viewer', 'low')
    await waitForPackets('viewer', 'video')
    expect(await videoStats('viewer')).toMatchObject({ ...SEAMLESS, layers: ['low'] })
  })

  it('is replaced by the high one while nobody sends it, and used when somebody does', async () => {
    await publish(false)
    await peers.watch(stream, 'viewer', 'low')
    await waitForPackets('viewer', 'video')
    expect((await videoStats('viewer')).layers).toEqual(['high'])
    expect(layerChanges.at(-1)).toMatchObject({ layer: 'high', hasLowLayer: false })
    await peers.publish(stream, 'again', { hasLowLayer: true })
    await expect.poll(async () => (await videoStats('viewer')).layers).toEqual(['high', 'low'])
    await peers.publish(stream, 'and again', { hasLowLayer: false })
    await expect.poll(async () => (await videoStats('viewer')).layers).toEqual(['high', 'low', 'high'])
    await expect.poll(() => layerChanges.at(-1)).toMatchObject({ layer: 'high', hasLowLayer: false })
  })
})

describe('the automatic choice', () => {
  it('is the low layer while the connection loses many packets, and only then', async () => {
    await publish()
    await Promise.all([peers.watch(stream, 'poor'), peers.watch(stream, 'good')])
    await Promise.all([waitForPackets('poor', 'video'), waitForPackets('good', 'video')])
    await peers.reportLoss('poor', 0.3)
    await expect.poll(async () => (await videoStats('poor')).layers).toEqual(['high', 'low'])
    await peers.reportLoss('poor', 0)
    // Ten seconds of low loss.
    await expect.poll(async () => (await videoStats('poor')).layers).toEqual(['high', 'low', 'high'])
    expect((await videoStats('good')).layers).toEqual(['high'])
  })
})

it('a viewer that vanished is detected as gone', async () => {
  await publish()
  const others = await startPeers(live.engine)
  await others.watch(stream, 'vanishing')
  // The silence of a viewer is counted from its first report.
  await expect.poll(async () => (await others.stats('vanishing')).reports).toBeGreaterThan(2)
  const closed = live.nextEvent('peerClosed')
  await others.kill()
  expect(await closed).toEqual({ streamId: stream, peerId: 'vanishing', role: 'viewer' })
})

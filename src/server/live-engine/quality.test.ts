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

const picture = async (viewer: string) => (await peers.stats(viewer)).video
const layersOf = (viewer: string) =>
  layerChanges.filter(({ peerId }) => peerId === viewer).map(({ layer }) => layer)

/** Waits until the viewer has that many more packets of a kind than now. */
async function more(viewer: string, kind: 'audio' | 'video', packets = 40): Promise<void> {
  const before = (await peers.stats(viewer))[kind].packets
  await expect.poll(async () => (await peers.stats(viewer))[kind].packets).toBeGreaterThan(before + packets)
}

async function choose(viewer: string, quality: Quality, layer: 'high' | 'low'): Promise<void> {
  live.engine.setQuality(viewer, quality)
  await expect.poll(async () => (await picture(viewer)).layers.at(-1)).toBe(layer)
  await more(viewer, 'video')
}

async function publish(hasLowLayer = true): Promise<void> {
  const publishing = live.nextEvent('publishing')
  await peers.publish(stream, 'publisher', { hasLowLayer })
  await publishing
}

const SEAMLESS = { jumps: 0, late: [], brokenJoins: 0, pictureJumps: 0, backSteps: 0 }

describe('a viewer who changes the picture', () => {
  it('gets the other one from a keyframe on, in one track without a seam', async () => {
    await publish()
    await peers.watch(stream, 'viewer')
    await more('viewer', 'video')
    for (const [quality, layer] of [
      ['low', 'low'],
      ['auto', 'high'],
      ['low', 'low'],
    ] as const)
      await choose('viewer', quality, layer)
    const seen = await picture('viewer')
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

  it('gets again what it lost before and after the change', async () => {
    await publish()
    await peers.watch(stream, 'viewer')
    await more('viewer', 'video')
    await choose('viewer', 'low', 'low')
    const { firstSequence, lastSequence } = await picture('viewer')
    // A viewer's connection drops what it has already: only the engine knows that it was sent again.
    await peers.sendNack('viewer', [firstSequence, lastSequence, (lastSequence + 1000) & 0xffff])
    await expect
      .poll(async () => (await live.engine.stats()).streams)
      .toMatchObject([{ packetsRetransmitted: 2 }])
  })

  it('leaves the others alone', async () => {
    await publish()
    await Promise.all([peers.watch(stream, 'viewer'), peers.watch(stream, 'other')])
    await Promise.all([more('viewer', 'video'), more('other', 'video')])
    await choose('viewer', 'low', 'low')
    await more('other', 'video')
    expect(await picture('other')).toMatchObject({ ...SEAMLESS, layers: ['high'] })
    expect(layersOf('other')).toEqual(['high'])
  })

  it('stays on one timeline when the broadcaster comes back', async () => {
    await publish()
    await peers.watch(stream, 'viewer', 'low')
    await more('viewer', 'video')
    await choose('viewer', 'auto', 'high')
    await peers.publish(stream, 'again', { hasLowLayer: true, firstSequence: 9 })
    await more('viewer', 'video')
    await choose('viewer', 'low', 'low')
    expect(await picture('viewer')).toMatchObject({ jumps: 0, late: [], brokenJoins: 0, backSteps: 0 })
  })
})

describe('sound alone', () => {
  it('is not joined by one packet of the picture, from the beginning or later', async () => {
    await publish()
    // The engine's own, at the beginning.
    const asked = async () => (await peers.stats('publisher')).keyframeRequests
    await expect.poll(asked).toBe(1)
    await peers.watch(stream, 'listener', 'audio')
    await more('listener', 'audio', 60)
    expect(await picture('listener')).toMatchObject({ packets: 0, ssrcs: [], payloadTypes: [] })
    expect(await asked()).toBe(1)
    expect(layersOf('listener')).toEqual(['audio'])

    await choose('listener', 'auto', 'high')
    const audioOnly = live.nextEvent('layerChanged')
    live.engine.setQuality('listener', 'audio')
    expect(await audioOnly).toMatchObject({ layer: 'audio' })
    await more('listener', 'audio', 10)
    const { packets } = await picture('listener')
    await more('listener', 'audio', 60)
    expect((await picture('listener')).packets).toBe(packets)

    await choose('listener', 'auto', 'high')
    expect(await picture('listener')).toMatchObject({ ...SEAMLESS, layers: ['high'] })
    expect(layersOf('listener')).toEqual(['audio', 'high', 'audio', 'high'])
  })
})

describe('the low layer', () => {
  it('is what a viewer gets who asks for it from the beginning', async () => {
    await publish()
    await peers.watch(stream, 'viewer', 'low')
    await more('viewer', 'video')
    expect(await picture('viewer')).toMatchObject({ ...SEAMLESS, layers: ['low'] })
  })

  it('gives way to the full picture where nobody sends it, and comes when somebody does', async () => {
    await publish(false)
    await peers.watch(stream, 'viewer', 'low')
    await more('viewer', 'video')
    expect((await picture('viewer')).layers).toEqual(['high'])
    expect(layerChanges.at(-1)).toMatchObject({ layer: 'high', hasLowLayer: false })
    await peers.publish(stream, 'again', { hasLowLayer: true })
    await expect.poll(async () => (await picture('viewer')).layers).toEqual(['high', 'low'])
    await peers.publish(stream, 'and again', { hasLowLayer: false })
    await expect.poll(async () => (await picture('viewer')).layers).toEqual(['high', 'low', 'high'])
    await expect.poll(() => layerChanges.at(-1)).toMatchObject({ layer: 'high', hasLowLayer: false })
  })
})

describe('the automatic choice', () => {
  it('takes the low layer while the line loses much, and only then', async () => {
    await publish()
    await Promise.all([peers.watch(stream, 'poor'), peers.watch(stream, 'good')])
    await Promise.all([more('poor', 'video'), more('good', 'video')])
    await peers.reportLoss('poor', 0.3)
    await expect.poll(async () => (await picture('poor')).layers).toEqual(['high', 'low'])
    await peers.reportLoss('poor', 0)
    // Ten calm seconds.
    await expect
      .poll(async () => (await picture('poor')).layers, { timeout: 25_000 })
      .toEqual(['high', 'low', 'high'])
    expect((await picture('good')).layers).toEqual(['high'])
  })
})

it('a viewer that vanished is missed', async () => {
  await publish()
  const others = await startPeers(live.engine)
  await others.watch(stream, 'vanishing')
  await expect.poll(async () => (await others.stats('vanishing')).video.packets).toBeGreaterThan(60)
  const closed = live.nextEvent('peerClosed')
  await others.kill()
  expect(await closed).toEqual({ streamId: stream, peerId: 'vanishing', role: 'viewer' })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EngineEvents, Quality } from './media-engine.ts'
import { startPeers, type Peers } from './testing/peers.ts'
import { testEngine, type TestEngine } from './testing/start-engine.ts'

let live: TestEngine
let peers: Peers
let showing: EngineEvents['showing'][]
let stopListening: () => void
const stream = 'stream'

beforeAll(async () => {
  live = await testEngine()
  await live.engine.start()
})
afterAll(() => live.engine.close())
beforeEach(async () => {
  peers = await startPeers(live.engine)
  showing = []
  stopListening = live.engine.on('showing', (event) => showing.push(event))
})
afterEach(async () => {
  stopListening()
  live.engine.endStream(stream)
  await peers.kill()
})

const picture = async (viewer: string) => (await peers.seen(viewer)).video
const shownTo = (viewer: string) =>
  showing.filter(({ peerId }) => peerId === viewer).map(({ shown }) => shown)

/** Waits until the viewer has that many more packets of a kind than now. */
async function more(viewer: string, kind: 'audio' | 'video', packets = 40): Promise<void> {
  const before = (await peers.seen(viewer))[kind].packets
  await expect.poll(async () => (await peers.seen(viewer))[kind].packets).toBeGreaterThan(before + packets)
}

async function choose(viewer: string, quality: Quality, layer: 'high' | 'low'): Promise<void> {
  live.engine.setQuality(viewer, quality)
  await expect.poll(async () => (await picture(viewer)).layers.at(-1)).toBe(layer)
  await more(viewer, 'video')
}

async function publish(hasLow = true): Promise<void> {
  const publishing = live.next('publishing')
  await peers.publish(stream, 'publisher', { hasLow })
  await publishing
}

const SEAMLESS = { jumps: 0, late: [], brokenJoins: 0, pictureJumps: 0, backSteps: 0 }

describe('a viewer who changes the picture', () => {
  it('gets the other one from a keyframe on, in one track without a seam', async () => {
    await publish()
    await peers.view(stream, 'viewer')
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
    expect(shownTo('viewer')).toEqual(['high', 'low', 'high', 'low'])
    expect(showing.at(-1)).toEqual({ streamId: stream, peerId: 'viewer', shown: 'low', hasLow: true })
    expect((await live.engine.stats()).streams).toMatchObject([{ hasLow: true }])
  })

  it('gets again what it lost before and after the change', async () => {
    await publish()
    await peers.view(stream, 'viewer')
    await more('viewer', 'video')
    await choose('viewer', 'low', 'low')
    const { firstSequence, lastSequence } = await picture('viewer')
    // A viewer's connection drops what it has already: only the engine knows that it was sent again.
    await peers.askAgain('viewer', [firstSequence, lastSequence, (lastSequence + 1000) & 0xffff])
    await expect.poll(async () => (await live.engine.stats()).streams).toMatchObject([{ packetsResent: 2 }])
  })

  it('leaves the others alone', async () => {
    await publish()
    await Promise.all([peers.view(stream, 'viewer'), peers.view(stream, 'other')])
    await Promise.all([more('viewer', 'video'), more('other', 'video')])
    await choose('viewer', 'low', 'low')
    await more('other', 'video')
    expect(await picture('other')).toMatchObject({ ...SEAMLESS, layers: ['high'] })
    expect(shownTo('other')).toEqual(['high'])
  })

  it('stays on one timeline when the broadcaster comes back', async () => {
    await publish()
    await peers.view(stream, 'viewer', 'low')
    await more('viewer', 'video')
    await choose('viewer', 'auto', 'high')
    await peers.publish(stream, 'again', { hasLow: true, firstSequence: 9 })
    await more('viewer', 'video')
    await choose('viewer', 'low', 'low')
    expect(await picture('viewer')).toMatchObject({ jumps: 0, late: [], brokenJoins: 0, backSteps: 0 })
  })
})

describe('sound alone', () => {
  it('is not joined by one packet of the picture, from the beginning or later', async () => {
    await publish()
    // The engine's own, at the beginning.
    const asked = async () => (await peers.seen('publisher')).keyframeRequests
    await expect.poll(asked).toBe(1)
    await peers.view(stream, 'listener', 'audio')
    await more('listener', 'audio', 60)
    expect(await picture('listener')).toMatchObject({ packets: 0, ssrcs: [], payloadTypes: [] })
    expect(await asked()).toBe(1)
    expect(shownTo('listener')).toEqual(['audio'])

    await choose('listener', 'auto', 'high')
    const showsSound = live.next('showing')
    live.engine.setQuality('listener', 'audio')
    expect(await showsSound).toMatchObject({ shown: 'audio' })
    await more('listener', 'audio', 10)
    const { packets } = await picture('listener')
    await more('listener', 'audio', 60)
    expect((await picture('listener')).packets).toBe(packets)

    await choose('listener', 'auto', 'high')
    expect(await picture('listener')).toMatchObject({ ...SEAMLESS, layers: ['high'] })
    expect(shownTo('listener')).toEqual(['audio', 'high', 'audio', 'high'])
  })
})

describe('the low layer', () => {
  it('is what a viewer gets who asks for it from the beginning', async () => {
    await publish()
    await peers.view(stream, 'viewer', 'low')
    await more('viewer', 'video')
    expect(await picture('viewer')).toMatchObject({ ...SEAMLESS, layers: ['low'] })
  })

  it('gives way to the full picture where nobody sends it, and comes when somebody does', async () => {
    await publish(false)
    await peers.view(stream, 'viewer', 'low')
    await more('viewer', 'video')
    expect((await picture('viewer')).layers).toEqual(['high'])
    expect(showing.at(-1)).toMatchObject({ shown: 'high', hasLow: false })
    await peers.publish(stream, 'again', { hasLow: true })
    await expect.poll(async () => (await picture('viewer')).layers).toEqual(['high', 'low'])
    await peers.publish(stream, 'and again', { hasLow: false })
    await expect.poll(async () => (await picture('viewer')).layers).toEqual(['high', 'low', 'high'])
    await expect.poll(() => showing.at(-1)).toMatchObject({ shown: 'high', hasLow: false })
  })
})

describe('the automatic choice', () => {
  it('takes the low layer while the line loses much, and only then', async () => {
    await publish()
    await Promise.all([peers.view(stream, 'poor'), peers.view(stream, 'good')])
    await Promise.all([more('poor', 'video'), more('good', 'video')])
    await peers.suffer('poor', 0.3)
    await expect.poll(async () => (await picture('poor')).layers).toEqual(['high', 'low'])
    await peers.suffer('poor', 0)
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
  await others.view(stream, 'vanishing')
  await expect.poll(async () => (await others.seen('vanishing')).video.packets).toBeGreaterThan(60)
  const closed = live.next('peerClosed')
  await others.kill()
  expect(await closed).toEqual({ streamId: stream, peerId: 'vanishing', role: 'viewer' })
})

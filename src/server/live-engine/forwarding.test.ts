import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startPeers, type Peers } from './testing/peers.ts'
import { testEngine, type TestEngine } from './testing/start-engine.ts'

let live: TestEngine
let peers: Peers
const stream = 'stream'

beforeAll(async () => {
  live = await testEngine()
  await live.engine.start()
})
afterAll(() => live.engine.close())
beforeEach(async () => {
  peers = await startPeers(live.engine)
})
afterEach(async () => {
  live.engine.endStream(stream)
  await peers.kill()
})

/** Waits until the viewer has received that many more video packets. */
async function waitForPackets(viewer: string, more = 60): Promise<void> {
  const before = (await peers.stats(viewer)).video.packets
  await expect.poll(async () => (await peers.stats(viewer)).video.packets).toBeGreaterThan(before + more)
}

async function startWatchedStream(): Promise<void> {
  await peers.publish(stream, 'publisher')
  await peers.watch(stream, 'viewer')
  await waitForPackets('viewer')
}

describe('a stream', () => {
  it('reaches every viewer, and one that joins late', async () => {
    await peers.publish(stream, 'publisher')
    await Promise.all([peers.watch(stream, 'first'), peers.watch(stream, 'second')])
    await Promise.all([waitForPackets('first'), waitForPackets('second')])
    await peers.watch(stream, 'late')
    await waitForPackets('late')

    const all = await Promise.all(['first', 'second', 'late'].map((name) => peers.stats(name)))
    const [ssrc] = all[0]?.video.ssrcs ?? []
    for (const { audio, video } of all) {
      expect(audio.packets).toBeGreaterThan(10)
      expect(video).toMatchObject({ ssrcs: [ssrc], jumps: 0, late: [] })
    }
    await expect.poll(async () => (await peers.stats('late')).video.senderReports).toBeGreaterThan(0)
    expect((await live.engine.stats()).streams).toMatchObject([
      {
        streamId: stream,
        viewers: 3,
        packetsIn: expect.toSatisfy((count: number) => count > 100),
        packetsOut: expect.toSatisfy((count: number) => count > 300),
      },
    ])
  })

  it.each([[['audio'] as const], [['video'] as const]])('may have %s only', async ([kind]) => {
    const publishing = live.nextEvent('publishing')
    await peers.publish(stream, 'publisher', { kinds: [kind] })
    expect(await publishing).toEqual({ streamId: stream, peerId: 'publisher' })
    await peers.watch(stream, 'viewer')
    await expect.poll(async () => (await peers.stats('viewer'))[kind].packets).toBeGreaterThan(20)
    const { audio, video } = await peers.stats('viewer')
    expect(Math.min(audio.packets, video.packets)).toBe(0)
  })

  it('is forwarded in H264 as well', async () => {
    await peers.publish(stream, 'publisher', { video: 'H264' })
    expect(await live.engine.watch(stream, 'curious', 'auto')).toContain('H264/90000')
    await peers.watch(stream, 'viewer')
    await waitForPackets('viewer')
  })

  it('emits `publishing` once media arrives, and only once', async () => {
    const before = live.eventCount('publishing')
    const publishing = live.nextEvent('publishing')
    await peers.publish(stream, 'publisher')
    await publishing
    await peers.watch(stream, 'viewer')
    await waitForPackets('viewer')
    expect(live.eventCount('publishing')).toBe(before + 1)
  })
})

describe('feedback between viewers and publisher', () => {
  it('requests a keyframe for a viewer that joins or requests one, throttled', async () => {
    await startWatchedStream()
    await expect.poll(async () => (await peers.stats('publisher')).keyframeRequests).toBeGreaterThan(0)
    const before = (await peers.stats('publisher')).keyframeRequests
    for (let times = 0; times < 20; times++) await peers.requestKeyframe('viewer')
    await expect.poll(async () => (await peers.stats('publisher')).keyframeRequests).toBeGreaterThan(before)
    await waitForPackets('viewer')
    expect((await peers.stats('publisher')).keyframeRequests).toBeLessThan(before + 10)
  })

  it('sends the publisher its highest bitrate', async () => {
    await startWatchedStream()
    await expect.poll(async () => (await peers.stats('publisher')).bitrate).toBe(2_500_000)
  })

  it('sends the publisher another highest bitrate as soon as it is changed', async () => {
    const bitrate = async () => (await peers.stats('publisher')).bitrate
    onTestFinished(() => live.engine.setMaxBitrate(2_500_000))
    live.engine.setMaxBitrate(800_000)
    await peers.publish('stream', 'publisher')
    await expect.poll(bitrate).toBe(800_000)
    live.engine.setMaxBitrate(1_000_000)
    await expect.poll(bitrate).toBe(1_000_000)
  })

  it('retransmits what a viewer lost', async () => {
    await startWatchedStream()
    await peers.watch(stream, 'late')
    await waitForPackets('late')
    const before = ((await peers.stats('late')).video.firstSequence - 3) & 0xffff
    await peers.sendNack('late', [before])
    await expect.poll(async () => (await peers.stats('late')).video.late).toEqual([before])
  })

  it('requests what the publisher’s connection lost', async () => {
    await startWatchedStream()
    await peers.skipPackets('publisher', 3)
    await expect.poll(async () => (await peers.stats('publisher')).nackedSequences.length).toBeGreaterThan(0)
  })
})

describe('a publisher that comes back', () => {
  it('takes over while the old connection still exists, and viewers see one stream', async () => {
    await startWatchedStream()
    const reoffers = live.eventCount('reoffer')
    const closed = live.eventCount('peerClosed')
    await peers.publish(stream, 'again', { firstSequence: 5 })
    await waitForPackets('viewer')
    const { video, audio } = await peers.stats('viewer')
    expect(video).toMatchObject({ ssrcs: [video.ssrcs[0]], jumps: 0, late: [] })
    expect(audio).toMatchObject({ ssrcs: [audio.ssrcs[0]], jumps: 0, late: [] })
    expect([live.eventCount('reoffer'), live.eventCount('peerClosed')]).toEqual([reoffers, closed])
  })

  it('continues after it left, and nobody can join in between', async () => {
    await startWatchedStream()
    live.engine.closePeer('publisher')
    await expect(live.engine.watch(stream, 'early', 'auto')).rejects.toMatchObject({ code: 'not_publishing' })
    await peers.publish(stream, 'again', { firstSequence: 30_000 })
    await waitForPackets('viewer')
    expect((await peers.stats('viewer')).video).toMatchObject({ jumps: 0, late: [] })
  })

  it('makes viewers watch again when it brings other tracks', async () => {
    await startWatchedStream()
    const reoffer = live.nextEvent('reoffer')
    await peers.publish(stream, 'again', { kinds: ['audio'] })
    expect(await reoffer).toEqual({ streamId: stream, peerId: 'viewer' })
    await peers.watch(stream, 'viewer again')
    await expect.poll(async () => (await peers.stats('viewer again')).audio.packets).toBeGreaterThan(20)
  })

  it('is detected as gone when it vanishes without a goodbye', async () => {
    const others = await startPeers(live.engine)
    await others.publish(stream, 'crashing')
    await live.nextEvent('publishing')
    const closed = live.nextEvent('peerClosed')
    await others.kill()
    expect(await closed).toEqual({ streamId: stream, peerId: 'crashing', role: 'publisher' })
    expect((await live.engine.stats()).streams).toEqual([])
  })
})

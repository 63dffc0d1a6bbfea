import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startPeers, type Peers } from './testing/peers.ts'
import { testEngine, type TestEngine } from './testing/start-engine.ts'

let live: TestEngine
let peers: Peers
const stream = 'stream'

beforeAll(async () => {
  live = await testEngine({ announcedIp: '127.0.0.1' })
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

async function publish(how?: Parameters<Peers['publish']>[2]): Promise<void> {
  const publishing = live.nextEvent('publishing')
  await peers.publish(stream, 'publisher', how)
  await publishing
}

const packets = async (peer: string, kind: 'audio' | 'video') => (await peers.stats(peer))[kind].packets
async function arrives(peer: string, kind: 'audio' | 'video'): Promise<void> {
  await expect.poll(() => packets(peer, kind)).toBeGreaterThan(40)
}

it('a player that offers gets audio and video with its own payload types, and can switch layers', async () => {
  await publish({ hasLowLayer: true })
  await peers.play(stream, 'player', { payloadType: 100 })
  await Promise.all([arrives('player', 'video'), arrives('player', 'audio')])
  live.engine.setQuality('player', 'low')
  await expect.poll(async () => (await peers.stats('player')).video.layers).toEqual(['high', 'low'])
  const { video, audio } = await peers.stats('player')
  expect(video).toMatchObject({
    payloadTypes: [100],
    jumps: 0,
    brokenSwitches: 0,
    pictureIdJumps: 0,
    late: [],
  })
  expect(audio).toMatchObject({ payloadTypes: [109], layers: [], jumps: 0 })
  expect(video.senderReports).toBeGreaterThan(0)
})

it('a player with another payload type leaves the packets of the others unchanged', async () => {
  await publish()
  await Promise.all([peers.watch(stream, 'viewer'), peers.play(stream, 'player', { payloadType: 100 })])
  await Promise.all([arrives('viewer', 'video'), arrives('player', 'video')])
  expect((await peers.stats('viewer')).video).toMatchObject({ payloadTypes: [96], jumps: 0, late: [] })
})

it.each([['audio'] as const, ['video'] as const])('a player may receive %s only', async (kind) => {
  await publish()
  await peers.play(stream, 'player', { kinds: [kind] })
  await arrives('player', kind)
  const { audio, video } = await peers.stats('player')
  expect(Math.min(audio.packets, video.packets)).toBe(0)
})

it('a player that requests more tracks than are sent gets the sent ones', async () => {
  await publish({ kinds: ['audio'] })
  await peers.play(stream, 'player')
  await arrives('player', 'audio')
  expect(await packets('player', 'video')).toBe(0)
})

it('a player may choose audio only of a stream with video', async () => {
  await publish()
  await peers.play(stream, 'player', { quality: 'audio' })
  await arrives('player', 'audio')
  expect(await packets('player', 'video')).toBe(0)
})

it('a player that does not support the codec, or offers nonsense, is refused and leaves nothing behind', async () => {
  await publish({ video: 'H264' })
  await expect(peers.play(stream, 'player')).rejects.toMatchObject({
    code: 'bad_sdp',
    message: expect.stringContaining('the video is H264'),
  })
  await expect(live.engine.play(stream, 'nonsense', 'v=0', 'auto')).rejects.toMatchObject({ code: 'bad_sdp' })
  const offer = (await peers.offer('sender')).replaceAll('H264', 'VP9')
  await expect(live.engine.play(stream, 'sender', offer, 'auto')).rejects.toMatchObject({ code: 'bad_sdp' })
  expect((await live.engine.stats()).streams).toMatchObject([{ viewers: 0 }])
})

it('a stream that nobody publishes cannot be played', async () => {
  await expect(peers.play('nothing', 'player')).rejects.toMatchObject({ code: 'not_publishing' })
})

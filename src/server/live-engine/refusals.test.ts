import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { EngineError } from './media-engine.ts'
import { startPeers, type Peers } from './testing/peers.ts'
import { testEngine, type TestEngine } from './testing/start-engine.ts'

let live: TestEngine
let peers: Peers
let offer: string

beforeAll(async () => {
  live = await testEngine({ announcedIp: '203.0.113.7' })
  await live.engine.start()
  peers = await startPeers(live.engine)
  offer = await peers.offer('somebody')
})
afterAll(async () => {
  await peers.kill()
  await live.engine.close()
})

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'taken'
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error)
  }
}

it('refuses a broken offer, and the running stream continues', async () => {
  await peers.publish('running', 'publisher')
  for (const broken of ['', 'nonsense', offer.slice(0, 400), offer.replace(/a=fingerprint.*/g, '')])
    expect(await codeOf(live.engine.publish('running', 'publisher', broken))).toBe('bad_sdp')
  const packetsIn = async () => (await live.engine.stats()).streams[0]?.packetsIn ?? 0
  const before = await packetsIn()
  await expect.poll(packetsIn).toBeGreaterThan(before + 60)
  live.engine.endStream('running')
})

it('refuses to watch a stream that nobody publishes, and an answer without an offer', async () => {
  expect(await codeOf(live.engine.watch('nothing', 'viewer', 'auto'))).toBe('not_publishing')
  expect(await codeOf(live.engine.acceptAnswer('nobody', offer))).toBe('unknown_peer')
})

it('refuses an answer that does not fit, and accepts the right one after it', async () => {
  await live.engine.publish('answered', 'publisher', offer)
  const engineOffer = await live.engine.watch('answered', 'viewer', 'auto')
  expect(await codeOf(live.engine.acceptAnswer('viewer', engineOffer))).toBe('bad_sdp')
  expect(await codeOf(live.engine.acceptAnswer('viewer', 'v=0'))).toBe('bad_sdp')
  expect(await codeOf(live.engine.acceptAnswer('viewer', await peers.answer('answering', engineOffer)))).toBe(
    'taken',
  )
  live.engine.endStream('answered')
})

it('gives a publisher the announced address once, and a viewer no candidate before its answer', async () => {
  const before = live.eventCount('candidate')
  const answer = await live.engine.publish('announced', 'publisher', offer)
  expect(answer.match(/a=candidate:.*/g)).toEqual([
    expect.stringMatching(new RegExp(`^a=candidate:1 1 UDP \\d+ 203.0.113.7 ${live.udpPort} typ host$`)),
  ])
  expect(answer).toContain('x-google-start-bitrate=1500')

  const candidate = live.nextEvent('candidate')
  const engineOffer = await live.engine.watch('announced', 'viewer', 'auto')
  expect(engineOffer).not.toContain('candidate')
  expect((await live.engine.stats()).streams).toMatchObject([{ viewers: 1 }])
  expect(live.eventCount('candidate')).toBe(before)
  await live.engine.acceptAnswer('viewer', await peers.answer('announced', engineOffer))
  expect(await candidate).toMatchObject({
    peerId: 'viewer',
    candidate: expect.stringContaining('203.0.113.7'),
  })
  live.engine.endStream('announced')
})

describe('the candidates that a peer names', () => {
  /** A UDP port that counts the ICE connectivity checks that it gets. */
  async function listen() {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const listener = { checks: 0, candidate: candidateAt(socket.address().port), close: () => socket.close() }
    socket.on('message', () => listener.checks++)
    onTestFinished(() => void listener.close())
    return listener
  }
  const candidateAt = (port: number) => `candidate:${port} 1 udp 2113937151 127.0.0.1 ${port} typ host`

  it('are tried up to the eighth, whether they came in the offer or by trickle', async () => {
    const listeners = await Promise.all(Array.from({ length: 12 }, listen))
    const [inOffer, trickled] = [listeners.slice(0, 4), listeners.slice(4)]
    const lines = inOffer.map(({ candidate }) => `a=${candidate}\r\n`).join('')
    await live.engine.publish('probing', 'prober', offer.replaceAll(/(a=mid:.*\r\n)/g, `$1${lines}`))
    for (const { candidate } of trickled) live.engine.addCandidate('prober', candidate, null)
    const areAllChecked = () => listeners.slice(0, 8).every(({ checks }) => checks > 1)
    await expect.poll(areAllChecked).toBe(true)
    expect(listeners.slice(8).map(({ checks }) => checks)).toEqual([0, 0, 0, 0])
    live.engine.endStream('probing')
  })

  it('are not tried on this machine where the engine is public', async () => {
    const publicEngine = await testEngine({ allowLocalCandidates: false })
    onTestFinished(() => publicEngine.engine.close())
    await publicEngine.engine.start()
    const [others, listener] = [await startPeers(publicEngine.engine), await listen()]
    onTestFinished(() => others.kill())
    const publishing = publicEngine.nextEvent('publishing')
    const published = others.publish('probing', 'prober')
    publicEngine.engine.addCandidate('prober', listener.candidate, null)
    await published
    publicEngine.engine.addCandidate('prober', listener.candidate, null)
    await publishing
    await others.watch('probing', 'viewer')
    await expect.poll(async () => (await others.stats('viewer')).video.packets).toBeGreaterThan(60)
    expect(listener.checks).toBe(0)
  })
})

it('survives any candidate', async () => {
  await live.engine.publish('candidates', 'publisher', offer)
  const line = fc.string().map((tail) => `candidate:1 1 udp 1 127.0.0.1 9 typ host ${tail}`)
  for (const candidate of fc.sample(fc.oneof(fc.string(), line), 200))
    live.engine.addCandidate('publisher', candidate, candidate.slice(0, 2))
  expect((await live.engine.stats()).streams).toHaveLength(1)
  live.engine.endStream('candidates')
  expect(live.eventCount('down')).toBe(0)
})

it('survives any description', async () => {
  await live.engine.publish('played', 'sender', offer)
  const lines = offer.split('\r\n')
  const spoiled = fc
    .tuple(fc.nat(offer.length), fc.nat(60), fc.oneof(fc.string(), fc.constantFrom(...lines)))
    .map(([at, length, text]) => offer.slice(0, at) + text + offer.slice(at + length))
  const shortened = fc
    .array(fc.nat(lines.length - 1), { minLength: 1, maxLength: 4 })
    .map((gone) => lines.filter((_, index) => !gone.includes(index)).join('\r\n'))
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), spoiled, shortened), async (sdp) => {
      expect(['bad_sdp', 'taken']).toContain(await codeOf(live.engine.publish('any', 'publisher', sdp)))
      const played = sdp.replaceAll('a=sendonly', 'a=recvonly')
      expect(['bad_sdp', 'taken']).toContain(
        await codeOf(live.engine.play('played', 'player', played, 'auto')),
      )
    }),
    { numRuns: 300 * inject('soak') },
  )
  live.engine.endStream('any')
  live.engine.endStream('played')
  expect((await live.engine.stats()).streams).toEqual([])
  expect(live.eventCount('down')).toBe(0)
})

it('ignores garbage on its UDP port, and publisher and viewers do not notice', async () => {
  const publishing = live.nextEvent('publishing')
  await peers.publish('running', 'broadcaster')
  await publishing
  await peers.watch('running', 'watcher')
  const packets = async () => (await peers.stats('watcher')).video.packets
  await expect.poll(packets).toBeGreaterThan(60)

  const closed = live.eventCount('peerClosed')
  await sendTo(live.udpPort, garbage(3000))
  const before = await packets()
  await expect.poll(packets).toBeGreaterThan(before + 60)
  expect((await peers.stats('watcher')).video).toMatchObject({ jumps: 0, late: [] })
  expect([live.eventCount('peerClosed'), live.eventCount('down')]).toEqual([closed, 0])
  live.engine.endStream('running')
})

/** Bytes of any kind, and some that start like an RTP or RTCP packet, a STUN request or a DTLS record. */
function garbage(count: number): Buffer[] {
  const heads = [
    '',
    '8060',
    '80c8',
    '81c9',
    '8fce',
    '000100002112a442',
    '010100002112a442',
    '16feff',
    '17fefd',
  ]
  const datagram = fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'hex'), rest]))
  return fc.sample(datagram, count)
}

async function sendTo(port: number, datagrams: Buffer[]): Promise<void> {
  const socket = createSocket('udp4')
  for (const datagram of datagrams)
    await new Promise((resolve) => socket.send(datagram, port, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => socket.close(resolve))
}

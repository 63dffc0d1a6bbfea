import { once } from 'node:events'
import { queryObjects } from 'node:v8'
import { initLogger, PeerConnection, Track } from 'node-datachannel'
import { Engine } from '../engine.ts'
import { reserveUdpPort } from '../process/udp-port.ts'
import { ProbePair } from './probe-pair.ts'

/*
 * Runs an engine and the peers of some broadcasts in one process, ends each broadcast in the given way, and sends what
 * is left to the parent. A test cannot look into a separate engine process.
 */

const [, , port, ending] = process.argv
const STREAM = 'stream'
const ROUNDS = 3
/** The peers of the last broadcast are still referenced here, and V8 counts one object too many. */
const OWN = 3

initLogger('Fatal', () => undefined)
await reserveUdpPort('127.0.0.1', Number(port))
const config = {
  host: '127.0.0.1',
  udpPort: Number(port),
  announcedIp: null,
  allowLocalCandidates: true,
  peerTimeoutMs: 60_000,
  maxBitrate: 2_500_000,
}
let pair = new ProbePair()
const engine = new Engine(config, (event) => pair.handle(event))

const timersWhileLive: number[] = []
const timersLeft: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  pair = new ProbePair()
  await broadcast(pair)
  timersWhileLive.push(timers())
  if (ending === 'endStream') engine.endStream(STREAM)
  else for (const peer of ['publisher', 'viewer']) engine.closePeer(peer)
  timersLeft.push(timers())
  pair.close()
}
process.send?.({
  timersWhileLive: Math.min(...timersWhileLive),
  timersLeft: Math.max(...timersLeft),
  peersLeft: await remaining(PeerConnection),
  tracksLeft: await remaining(Track),
  streams: engine.stats().length,
  watching: outcome(() => engine.watch(STREAM, 'late', 'auto')),
  answering: outcome(() => engine.acceptAnswer('viewer', '')),
})

async function broadcast(browsers: ProbePair): Promise<void> {
  const publishing = once(browsers.events, 'publishing')
  browsers.acceptAnswer(await engine.publish(STREAM, 'publisher', browsers.offer()))
  const stopSending = await browsers.startSending()
  await publishing
  const watching = once(browsers.events, 'watching')
  engine.acceptAnswer('viewer', browsers.answer(engine.watch(STREAM, 'viewer', 'auto')))
  await watching
  stopSending()
  // A gap starts the NACK timer; a viewer's join starts the one of the trailing keyframe request.
  const packetsBefore = packetsIn()
  browsers.sendWithGap()
  while (packetsIn() < packetsBefore + 2) await new Promise((resolve) => setImmediate(resolve))
}

function packetsIn(): number {
  return engine.stats()[0]?.packetsIn ?? 0
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
}

/** Counts native objects that are still in memory. Closed ones need some turns of the event loop to go. */
async function remaining(type: typeof PeerConnection | typeof Track): Promise<number> {
  for (let turn = 0; ; turn++) {
    for (let collections = 0; collections < 5; collections++) {
      globalThis.gc?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const count = Number(queryObjects(type))
    if (count <= OWN || turn === 5) return Math.max(0, count - OWN)
  }
}

function outcome(work: () => unknown): string {
  try {
    return String(work())
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

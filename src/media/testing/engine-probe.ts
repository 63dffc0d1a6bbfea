import { EventEmitter, once } from 'node:events'
import { initLogger, PeerConnection, Video, type RtcConfig, type Track } from 'node-datachannel'
import { Engine } from '../engine.ts'
import { holdUdpPort } from '../udp-port.ts'

/*
 * Runs an engine and its two peers in one process, ends everything in one of the ways there are, and tells the
 * parent what is left. Of a separate engine process a test could not see the timers.
 */

const [, , port, ending] = process.argv
const STREAM = 'stream'
const LOCAL: RtcConfig = {
  iceServers: [],
  bindAddress: '127.0.0.1',
  disableAutoNegotiation: true,
  forceMediaTransport: true,
}
const config = { host: '127.0.0.1', udpPort: Number(port), announcedIp: null, peerTimeoutMs: 60_000 }
const events = new EventEmitter()
const viewer = new PeerConnection('viewer', LOCAL)
const publisher = new PeerConnection('publisher', LOCAL)

initLogger('Fatal', () => undefined)
await holdUdpPort(config.host, config.udpPort)
const engine = new Engine(config, (event) => {
  if (event.type === 'candidate') viewer.addRemoteCandidate(event.candidate, event.mid)
  else events.emit(event.type)
})

const track = await publish()
const publishing = once(events, 'publishing')
let sequence = 0
const pace = setInterval(() => sendPacket(sequence++), 20)
await publishing
await watch()
clearInterval(pace)
// A gap starts the timer that asks again, a viewer's joining the one for the trailing keyframe request.
const packetsBefore = packetsIn()
sendPacket(sequence + 50)
sendPacket(sequence + 53)
while (packetsIn() < packetsBefore + 2) await new Promise((resolve) => setImmediate(resolve))
const timersWhileLive = timers()
end()
process.send?.({
  timersWhileLive,
  timersLeft: timers(),
  streams: engine.stats().length,
  watching: outcome(() => engine.watch(STREAM, 'late')),
  answering: outcome(() => engine.acceptAnswer('viewer', '')),
})

async function publish(): Promise<Track> {
  const video = new Video('picture', 'SendOnly')
  video.addVP8Codec(96)
  video.addSSRC(1111, 'test', 'test', 'picture')
  const native = publisher.addTrack(video)
  const opened = new Promise<void>((resolve) => native.onOpen(resolve))
  publisher.setLocalDescription('offer')
  const offer = (publisher.localDescription()?.sdp ?? '').replace(/a=candidate:.*\r\n/g, '')
  publisher.setRemoteDescription(await engine.publish(STREAM, 'publisher', offer), 'answer')
  await opened
  return native
}

async function watch(): Promise<void> {
  const received = new Promise<void>((resolve) => {
    viewer.onTrack((native) => native.onMessage(() => resolve()))
  })
  viewer.setRemoteDescription(engine.watch(STREAM, 'viewer'), 'offer')
  viewer.setLocalDescription('answer')
  engine.acceptAnswer('viewer', viewer.localDescription()?.sdp ?? '')
  await received
}

function end(): void {
  if (ending === 'endStream') engine.endStream(STREAM)
  if (ending === 'closePeer') {
    engine.closePeer('publisher')
    engine.closePeer('viewer')
  }
}

function sendPacket(number: number): void {
  const packet = Buffer.alloc(100, 7)
  packet.writeUInt16BE(0x8060, 0)
  packet.writeUInt16BE(number, 2)
  packet.writeUInt32BE(1111, 8)
  track.sendMessageBinary(packet)
}

function packetsIn(): number {
  return engine.stats()[0]?.packetsIn ?? 0
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
}

function outcome(work: () => unknown): string {
  try {
    return String(work())
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

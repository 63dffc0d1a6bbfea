import { PeerConnection, initLogger } from 'node-datachannel'
import { Engine } from '../engine.ts'
import { EngineError } from './engine-error.ts'
import { guarded, logError } from './guard.ts'
import { beat, startHeartbeat } from './heartbeat.ts'
import { LogThrottle } from './log-throttle.ts'
import {
  toEngine,
  type EncodedKeyframe,
  type EngineConfig,
  type EngineEvent,
  type EngineCommand,
  type EngineReply,
  type EngineRequest,
  type ProcessStats,
} from './protocol.ts'
import type { Keyframe } from '../recording/keyframe-capture.ts'
import { reserveUdpPort } from './udp-port.ts'

/*
 * Entry point of the live engine's process. The app starts it and talks to it over the IPC channel only. When the
 * channel closes, the app is gone and the process exits.
 */

let engine: Engine | null = null

// Ctrl-C reaches the whole process group, but the app decides when the engine stops.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
process.on('message', (message) => {
  beat()
  handleMessage(message).catch((error: unknown) => logError('message from the app', error))
})
if (!process.connected) {
  logError('live engine', 'it is started by the app, not by hand')
  process.exit(1)
}
startHeartbeat(send)
const nativeLog = new LogThrottle((line) => logError('native', line))
initLogger(
  'Error',
  guarded('native log', (_level, message) => nativeLog.log(message)),
)
// Before the UDP port is open: until its first peer the native module writes a line to stdout for each bad packet.
const firstPeer = new PeerConnection('first peer', { iceServers: [] })
firstPeer.createDataChannel('unused')
firstPeer.close()

async function handleMessage(raw: unknown): Promise<void> {
  const message = toEngine.safeParse(raw)
  if (!message.success) return logError('message from the app', message.error)
  if (!('id' in message.data)) return handleCommand(message.data)
  send(await handleRequest(message.data))
}

async function handleRequest(request: EngineRequest): Promise<EngineReply> {
  const { id } = request
  try {
    switch (request.type) {
      case 'start':
        await start(request.config)
        return { type: 'done', id }
      case 'publish':
        return {
          type: 'sdp',
          id,
          sdp: await getEngine().publish(request.streamId, request.peerId, request.sdp),
        }
      case 'watch':
        return { type: 'sdp', id, sdp: getEngine().watch(request.streamId, request.peerId, request.quality) }
      case 'play':
        return {
          type: 'sdp',
          id,
          sdp: await getEngine().play(request.streamId, request.peerId, request.sdp, request.quality),
        }
      case 'accept_answer':
        getEngine().acceptAnswer(request.peerId, request.sdp)
        return { type: 'done', id }
      case 'record':
        getEngine().record(request.streamId, request.folder)
        return { type: 'done', id }
      case 'stop_recording':
        await getEngine().stopRecording(request.streamId)
        return { type: 'done', id }
      case 'capture_keyframe':
        return { type: 'keyframe', id, keyframe: encode(await getEngine().captureKeyframe(request.streamId)) }
      case 'stats':
        return { type: 'stats', id, streams: getEngine().stats(), process: processStats() }
      default:
        return request satisfies never
    }
  } catch (error) {
    if (error instanceof EngineError) return { type: 'failed', id, code: error.code, message: error.message }
    logError(request.type, error)
    return { type: 'failed', id, code: 'unavailable', message: 'The live engine failed at this request.' }
  }
}

function encode(keyframe: Keyframe | null): EncodedKeyframe | null {
  if (!keyframe || keyframe.codec === 'opus') return null
  const { codec, data, description } = keyframe
  return { codec, data: data.toString('base64'), description: description?.toString('base64') ?? null }
}

function handleCommand(command: EngineCommand): void {
  switch (command.type) {
    case 'add_candidate':
      return engine?.addCandidate(command.peerId, command.candidate, command.mid)
    case 'set_quality':
      return engine?.setQuality(command.peerId, command.quality)
    case 'close_peer':
      return engine?.closePeer(command.peerId)
    case 'end_stream':
      return engine?.endStream(command.streamId)
    case 'set_max_bitrate':
      return engine?.setMaxBitrate(command.maxBitrate)
    default:
      return command satisfies never
  }
}

async function start(config: EngineConfig): Promise<void> {
  await reserveUdpPort(config.host, config.udpPort)
  engine = new Engine(config, send)
}

function processStats(): ProcessStats {
  const { user, system } = process.cpuUsage()
  return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss() }
}

function getEngine(): Engine {
  if (!engine) throw new EngineError('unavailable', 'The live engine has not been started.')
  return engine
}

/** Does nothing on a closed channel: 'disconnect' ends the process. */
function send(message: EngineReply | EngineEvent): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

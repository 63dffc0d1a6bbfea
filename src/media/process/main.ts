import { initLogger } from 'node-datachannel'
import { Engine } from '../engine.ts'
import { EngineFailure } from './engine-error.ts'
import { guarded, report } from './guard.ts'
import {
  toEngine,
  type EngineConfig,
  type EngineEvent,
  type EngineNotice,
  type EngineReply,
  type EngineRequest,
  type ProcessStats,
} from './protocol.ts'
import { holdUdpPort } from './udp-port.ts'

/*
 * The live engine's own process. It is started by the app and talks to it over the IPC channel alone; when
 * that closes, for whatever reason, the app is gone and the process ends.
 */

let engine: Engine | null = null

// Ctrl-C reaches the whole process group: the app decides when the engine stops.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
process.on('message', (message) => {
  receive(message).catch((error: unknown) => report('message from the app', error))
})
if (!process.connected) {
  report('live engine', 'it is started by the app, not by hand')
  process.exit(1)
}
initLogger(
  'Error',
  guarded('native log', (_level, message) => report('native', message)),
)

async function receive(raw: unknown): Promise<void> {
  const message = toEngine.safeParse(raw)
  if (!message.success) return report('message from the app', message.error)
  if (!('id' in message.data)) return heed(message.data)
  send(await answer(message.data))
}

async function answer(request: EngineRequest): Promise<EngineReply> {
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
          sdp: await running().publish(request.streamId, request.peerId, request.sdp),
        }
      case 'watch':
        return { type: 'sdp', id, sdp: running().watch(request.streamId, request.peerId, request.quality) }
      case 'play':
        return {
          type: 'sdp',
          id,
          sdp: await running().play(request.streamId, request.peerId, request.sdp, request.quality),
        }
      case 'accept_answer':
        running().acceptAnswer(request.peerId, request.sdp)
        return { type: 'done', id }
      case 'record':
        running().record(request.streamId, request.folder)
        return { type: 'done', id }
      case 'stop_recording':
        await running().stopRecording(request.streamId)
        return { type: 'done', id }
      case 'stats':
        return { type: 'stats', id, streams: running().stats(), process: processStats() }
      default:
        return request satisfies never
    }
  } catch (error) {
    if (error instanceof EngineFailure)
      return { type: 'failed', id, code: error.code, message: error.message }
    report(request.type, error)
    return { type: 'failed', id, code: 'unavailable', message: 'The live engine failed at this request.' }
  }
}

function heed(notice: EngineNotice): void {
  switch (notice.type) {
    case 'add_candidate':
      return engine?.addCandidate(notice.peerId, notice.candidate, notice.mid)
    case 'set_quality':
      return engine?.setQuality(notice.peerId, notice.quality)
    case 'close_peer':
      return engine?.closePeer(notice.peerId)
    case 'end_stream':
      return engine?.endStream(notice.streamId)
    default:
      return notice satisfies never
  }
}

async function start(config: EngineConfig): Promise<void> {
  await holdUdpPort(config.host, config.udpPort)
  engine = new Engine(config, send)
}

function processStats(): ProcessStats {
  const { user, system } = process.cpuUsage()
  return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss() }
}

function running(): Engine {
  if (!engine) throw new EngineFailure('unavailable', 'The live engine has not been started.')
  return engine
}

/** A channel that closed meanwhile needs no answer: 'disconnect' ends the process. */
function send(message: EngineReply | EngineEvent): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

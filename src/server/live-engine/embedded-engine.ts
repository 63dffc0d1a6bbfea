import { EventEmitter } from 'node:events'
import type {
  EncodedKeyframe,
  EngineEvent,
  EngineCommand,
  EngineReply,
  Quality,
} from '#media/process/protocol.ts'
import { EngineProcess, type EngineLog } from './engine-process.ts'
import { JoinCapacity } from './join-capacity.ts'
import { EngineError, type EngineEvents, type EngineStats, type MediaEngine } from './media-engine.ts'

export type EmbeddedEngineOptions = {
  /** The module that the engine's process runs. */
  entry: string | URL
  execArgv?: string[]
  /** The address to listen on. */
  host: string
  udpPort: number
  /** The IP address in the candidates for browsers; null: the machine's own. */
  announcedIp: string | null
  /**
   * Accepts remote ICE candidates on loopback and link-local addresses. A server on the internet refuses them: they
   * would make the engine send packets to services of its own machine.
   */
  allowLocalCandidates: boolean
  log: EngineLog
  /** Milliseconds before the first restart; each further crash soon after doubles it, up to 5 s. */
  restartDelayMs: number
  /** Milliseconds of silence after which a peer is closed. */
  peerTimeoutMs?: number
  /** Milliseconds after which a request fails with `timeout`. */
  requestTimeoutMs?: number
  /** The same for the start and the end of a recording, which wait for the disk. */
  recordingTimeoutMs?: number
  /** Milliseconds without a heartbeat after which the process hangs and is replaced. */
  heartbeatTimeoutMs?: number
}

const MAX_RESTART_DELAY_MS = 5_000
/** Used until the app has read the setting. */
const DEFAULT_MAX_BITRATE = 2_500_000
/** A process that ran at least this long did not fail at its start. */
const HEALTHY_AFTER_MS = 10_000

/** Creates the live engine that runs in a process of its own and is restarted when that dies. */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): MediaEngine {
  return new EmbeddedEngine(options)
}

class EmbeddedEngine implements MediaEngine {
  readonly #options: EmbeddedEngineOptions
  readonly #events = new EventEmitter()
  /** The current process, from its fork on. */
  #process: EngineProcess | null = null
  #isReady = false
  #isClosing = false
  #restartDelayMs: number
  #restartTimer: NodeJS.Timeout | null = null
  #restarts = 0
  /** Both are of the current process. */
  #capacity = new JoinCapacity()
  #lastStats: EngineStats | null = null
  #maxBitrate = DEFAULT_MAX_BITRATE

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options
    this.#restartDelayMs = options.restartDelayMs
    this.#events.setMaxListeners(0)
  }

  async start(): Promise<void> {
    await this.#startProcess()
  }

  async publish(streamId: string, peerId: string, offerSdp: string): Promise<string> {
    return this.#addPeer({ type: 'publish', streamId, peerId, sdp: offerSdp })
  }

  async watch(streamId: string, peerId: string, quality: Quality): Promise<string> {
    return this.#addPeer({ type: 'watch', streamId, peerId, quality })
  }

  async play(streamId: string, peerId: string, offerSdp: string, quality: Quality): Promise<string> {
    return this.#addPeer({ type: 'play', streamId, peerId, sdp: offerSdp, quality })
  }

  /** Without a process the request itself rejects. */
  tryAdmit(): boolean {
    return !this.#isReady || this.#capacity.tryTake()
  }

  async acceptAnswer(peerId: string, answerSdp: string): Promise<void> {
    await this.#request({ type: 'accept_answer', peerId, sdp: answerSdp })
  }

  async record(streamId: string, folder: string): Promise<void> {
    await this.#request({ type: 'record', streamId, folder })
  }

  async stopRecording(streamId: string): Promise<void> {
    await this.#request({ type: 'stop_recording', streamId })
  }

  async captureKeyframe(streamId: string): Promise<EncodedKeyframe | null> {
    const reply = await this.#request({ type: 'capture_keyframe', streamId })
    return reply.type === 'keyframe' ? reply.keyframe : null
  }

  /** A process that is too busy to respond in time runs: its previous statistics are returned. */
  async stats(): Promise<EngineStats> {
    try {
      const reply = await this.#request({ type: 'stats' })
      if (reply.type !== 'stats') return { streams: [], processes: [] }
      const processes = [{ ...reply.process, restarts: this.#restarts }]
      this.#lastStats = { streams: reply.streams, processes }
      return this.#lastStats
    } catch (error) {
      if (isTimeout(error) && this.#lastStats) return this.#lastStats
      throw error
    }
  }

  setQuality(peerId: string, quality: Quality): void {
    this.#sendCommand({ type: 'set_quality', peerId, quality })
  }

  addCandidate(peerId: string, candidate: string, mid: string | null): void {
    this.#sendCommand({ type: 'add_candidate', peerId, candidate, mid })
  }

  setMaxBitrate(maxBitrate: number): void {
    this.#maxBitrate = maxBitrate
    this.#sendCommand({ type: 'set_max_bitrate', maxBitrate })
  }

  closePeer(peerId: string): void {
    this.#sendCommand({ type: 'close_peer', peerId })
  }

  endStream(streamId: string): void {
    this.#sendCommand({ type: 'end_stream', streamId })
  }

  on<E extends keyof EngineEvents>(event: E, listener: (payload: EngineEvents[E]) => void): () => void {
    // A listener that throws inside the IPC callback would end the app.
    const safeListener = (payload: EngineEvents[E]) => {
      try {
        listener(payload)
      } catch (error) {
        this.#options.log.error(`a listener of the live engine's '${event}' failed: ${String(error)}`)
      }
    }
    this.#events.on(event, safeListener)
    return () => this.#events.off(event, safeListener)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#restartTimer) clearTimeout(this.#restartTimer)
    this.#restartTimer = null
    await this.#process?.stop()
  }

  /** Starts a process and waits until it has bound its port. Rejects, with nothing left running, when it cannot. */
  async #startProcess(): Promise<void> {
    const { entry, execArgv = [], log } = this.#options
    const {
      requestTimeoutMs = 10_000,
      recordingTimeoutMs = 120_000,
      heartbeatTimeoutMs = 10_000,
    } = this.#options
    const { host, udpPort, announcedIp, allowLocalCandidates, peerTimeoutMs = 6_000 } = this.#options
    const onEvent = (event: EngineEvent) => this.#forwardEvent(event)
    const limits = { requestTimeoutMs, recordingTimeoutMs, heartbeatTimeoutMs }
    const engine = new EngineProcess({ entry, execArgv, log, ...limits, onEvent })
    this.#process = engine
    try {
      await engine.request({
        type: 'start',
        config: {
          ...{ host, udpPort, announcedIp, allowLocalCandidates, peerTimeoutMs },
          maxBitrate: this.#maxBitrate,
        },
      })
    } catch (error) {
      await engine.stop()
      throw error
    }
    this.#isReady = true
    log.info(`the live engine runs as process ${engine.pid} on UDP port ${udpPort}`)
    void this.#superviseRun(engine, performance.now())
  }

  async #superviseRun(engine: EngineProcess, startedAt: number): Promise<void> {
    const reason = await engine.exited
    this.#isReady = false
    this.#lastStats = null
    this.#capacity = new JoinCapacity()
    if (this.#isClosing) return
    this.#options.log.error(`the live engine died and is started again: ${reason}`)
    this.#emit('down', { affects: () => true })
    if (performance.now() - startedAt > HEALTHY_AFTER_MS) this.#restartDelayMs = this.#options.restartDelayMs
    this.#scheduleRestart()
  }

  #scheduleRestart(): void {
    if (this.#isClosing) return
    this.#restartTimer = setTimeout(() => void this.#restartProcess(), this.#restartDelayMs)
    this.#restartDelayMs = Math.min(2 * this.#restartDelayMs, MAX_RESTART_DELAY_MS)
  }

  async #restartProcess(): Promise<void> {
    try {
      await this.#startProcess()
      this.#restarts += 1
      this.#emit('up', { affects: () => true })
    } catch (error) {
      this.#options.log.error(`the live engine could not be started again: ${String(error)}`)
      this.#scheduleRestart()
    }
  }

  async #addPeer(request: AddPeerRequest): Promise<string> {
    try {
      return sdpOf(await this.#request(request))
    } catch (error) {
      // The process may still handle the request, before this command.
      if (isTimeout(error)) this.closePeer(request.peerId)
      throw error
    }
  }

  async #request(request: Parameters<EngineProcess['request']>[0]): Promise<EngineReply> {
    if (!this.#process || !this.#isReady)
      throw new EngineError('unavailable', 'The live engine is not running.')
    return this.#process.request(request)
  }

  /** Does nothing while the process is down: its peers are gone. */
  #sendCommand(command: EngineCommand): void {
    if (this.#isReady) this.#process?.sendCommand(command)
  }

  #forwardEvent(event: EngineEvent): void {
    switch (event.type) {
      case 'heartbeat':
        this.#capacity.update(event)
        return this.#emit('capacity', { affects: () => true })
      case 'candidate':
        return this.#emit('candidate', { peerId: event.peerId, candidate: event.candidate, mid: event.mid })
      case 'publishing':
        return this.#emit('publishing', { streamId: event.streamId, peerId: event.peerId })
      case 'peer_closed':
        return this.#emit('peerClosed', { streamId: event.streamId, peerId: event.peerId, role: event.role })
      case 'reoffer':
        return this.#emit('reoffer', { streamId: event.streamId, peerId: event.peerId })
      case 'layer_changed': {
        const { streamId, peerId, layer, hasLowLayer } = event
        return this.#emit('layerChanged', { streamId, peerId, layer, hasLowLayer })
      }
      case 'recording_failed':
        return this.#emit('recordingFailed', { streamId: event.streamId, message: event.message })
      default:
        return event satisfies never
    }
  }

  #emit<E extends keyof EngineEvents>(event: E, payload: EngineEvents[E]): void {
    this.#events.emit(event, payload)
  }
}

type AddPeerRequest = Extract<Parameters<EngineProcess['request']>[0], { type: 'publish' | 'watch' | 'play' }>

const isTimeout = (error: unknown) => error instanceof EngineError && error.code === 'timeout'

function sdpOf(reply: EngineReply): string {
  if (reply.type !== 'sdp') throw new EngineError('unavailable', 'The live engine answered something else.')
  return reply.sdp
}

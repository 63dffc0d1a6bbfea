import type { Quality } from '#shared/live/live.ts'
import type { Downstream } from '#shared/realtime.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import type { StreamStore } from '#web/features/live/shared/streams/stream-store.ts'
import { WatchConnection } from '#web/features/live/live/connection/watch-connection.ts'
import {
  type StatsSample,
  STATS_MONITOR_TIMES,
  type StatsMonitorTimes,
} from '#web/features/live/live/connection/stats-monitor.ts'
import { Retry } from '#web/features/live/live/connection/retry.ts'
import { StallDetector } from './stall-detector.ts'
import { DataUsage } from '#web/features/live/live/connection/data-usage.ts'

/** A lost peer connection often recovers by itself; it is replaced after this time, in ms. */
const DISCONNECT_GRACE_MS = 3000
const REJOIN_MS = 1000
/** Failed connections in a row before an error is shown; retries continue all the same. */
const MAX_SILENT_FAILURES = 3
/** Audio without a new video frame for this long means that the creator's camera is off, in ms. */
const VIDEO_TIMEOUT_MS = 4000

export type WatchState = {
  /** The received tracks; null before the first track and after the end. */
  media: MediaStream | null
  /** The server stopped responding, and the session tries to reconnect. */
  isReconnecting: boolean
  hasError: boolean
  /** The join was rate-limited; the next attempt waits for the server's `retryAfter`. */
  isRateLimited: boolean
  /** The server is too busy for another viewer; the session tries again, or the server's offer comes. */
  isFull: boolean
  /** The server refused the join: the stream is over for this viewer. */
  isRefused: boolean
  /** The quality that the viewer chose, the layer that is received, and whether there is a low one. */
  quality: Quality
  shown: 'high' | 'low' | 'audio'
  hasLow: boolean
  /** The creator sends audio without video. */
  isVideoOff: boolean
}

const ADMITTED = { isRateLimited: false, isFull: false }

type JoinData = Extract<Downstream, { type: 'stream_joined' }>['data']

type Options = Partial<StatsMonitorTimes> & {
  streamId: string
  socket: Pick<Socket, 'acquire' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  /** The state of the stream on this page. */
  stream: Pick<StreamStore, 'get'>
  quality?: Quality
  /** The preview of the broadcaster, which is not counted as a viewer. */
  isPreview?: boolean
  createPeer?: () => RTCPeerConnection
  loadIceServers?: () => Promise<RTCIceServer[]>
  createMedia?: () => MediaStream
  rejoinMs?: number
  disconnectGraceMs?: number
}

/** Joins a stream and receives its media until it is closed. The state of the stream is in its store. */
export class WatchSession {
  readonly state
  readonly dataUsage = new DataUsage()
  readonly #options: Options & { rejoinMs: number; disconnectGraceMs: number }
  readonly #retry: Retry
  readonly #connection: WatchConnection
  readonly #stallDetector = new StallDetector()
  #cleanups: (() => void)[] = []
  #isJoining = false
  /** The session does not join until the ban is lifted. */
  #isBanned = false
  #lastFrameAt = 0

  constructor(options: Options) {
    this.#options = { rejoinMs: REJOIN_MS, disconnectGraceMs: DISCONNECT_GRACE_MS, ...options }
    this.#retry = new Retry(() => this.#join(), this.#options.rejoinMs)
    this.#connection = new WatchConnection({
      createPeer: () => new RTCPeerConnection(),
      createMedia: () => new MediaStream(),
      ...STATS_MONITOR_TIMES,
      ...options,
      onMedia: (media) => this.state.set({ media }),
      onConnected: () => this.#handleConnected(),
      onDisconnected: () => this.#retry.scheduleUnlessPending(this.#options.disconnectGraceMs),
      onBroken: () => this.#handleBroken(),
      onSample: (sample) => this.#handleSample(sample),
    })
    this.state = createStore<WatchState>({
      media: null,
      isReconnecting: false,
      hasError: false,
      isRateLimited: false,
      isFull: false,
      isRefused: false,
      quality: options.quality ?? 'auto',
      shown: options.quality === 'audio' ? 'audio' : 'high',
      hasLow: false,
      isVideoOff: false,
    })
  }

  open(): void {
    const { socket, loadIceServers } = this.#options
    // In parallel with the join, so that the offer need not wait for them.
    void loadIceServers?.()
    this.#cleanups = [
      socket.acquire(),
      socket.onMessage((message) => void this.#handleMessage(message)),
      socket.onConnected(() => this.#join()),
    ]
  }

  close(): void {
    this.#options.socket.send({ type: 'leave_stream', streamId: this.#options.streamId })
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
    this.#isJoining = false
    this.#retry.reset()
    this.#connection.close()
    this.state.set({ media: null, isReconnecting: false, hasError: false, ...ADMITTED })
  }

  /** Tries again at once, at the viewer's request. */
  retry(): void {
    this.#retry.reset()
    this.state.set({ hasError: false })
    this.#join()
  }

  /** Chooses the quality from now on; without a connection it is sent with the next join. */
  setQuality(quality: Quality): void {
    const { socket, streamId } = this.#options
    this.state.set({ quality })
    this.dataUsage.restartRate()
    socket.send({ type: 'set_quality', streamId, quality })
  }

  #join(): void {
    const { socket, streamId, isPreview } = this.#options
    const { quality } = this.state.get()
    this.#retry.cancel()
    this.#isJoining = socket.send({
      type: 'join_stream',
      streamId,
      quality,
      ...(isPreview && { isPreview }),
    })
  }

  async #handleMessage(message: Downstream): Promise<void> {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    switch (message.type) {
      case 'stream_joined':
        return this.#handleJoined(message.data)
      case 'quality':
        // The requested quality stays: this message may still belong to an earlier request.
        return this.#handleLayer(message.data)
      case 'stream_ended':
      case 'stream_deleted':
        return this.#stop()
      case 'broadcast_interrupted':
        return this.state.set({ hasError: false })
      case 'webrtc_offer':
        return this.#handleOffer(message.offer, message.peerId)
      case 'webrtc_ice_candidate':
        return this.#connection.addCandidate(message.candidate, message.peerId)
      case 'chat_restricted':
        return this.#handleBan(message.data.restriction?.kind === 'ban')
      case 'error':
        return this.#handleError(message)
      default:
    }
  }

  #handleJoined({ isLive, hasMedia }: JoinData): void {
    this.#isJoining = false
    this.#isBanned = false
    if (!isLive) this.#stop()
    this.state.set({ isRateLimited: false, isRefused: false })
    if (hasMedia) return
    // There is no media yet: the server sends an offer once there is.
    this.#retry.reset()
    this.state.set({ hasError: false, isFull: false })
  }

  #handleError({ code, requestType, retryAfter }: Extract<Downstream, { type: 'error' }>): void {
    // Those of other messages carry the same stream; a failed answer shows in the state of the peer.
    if (requestType !== 'join_stream') return
    // Also after the join, while the offer waits.
    if (code === 'stream_full') return this.#handleFull(retryAfter)
    if (!this.#isJoining) return
    this.#isJoining = false
    switch (code) {
      case 'not_found':
      case 'forbidden':
        return this.#stop({ isRefused: true })
      case 'banned':
        return this.#handleBan(true)
      case 'rate_limited':
        this.state.set({ isRateLimited: true })
        return this.#retry.schedule((retryAfter ?? 1) * 1000)
      default:
        return this.#handleBroken()
    }
  }

  /** The pages that were refused together do not come back together. */
  #handleFull(retryAfter = 1): void {
    this.#isJoining = false
    this.state.set({ isFull: true, isRateLimited: false, hasError: false })
    this.#retry.schedule(retryAfter * 1000 * (1 + Math.random()))
  }

  #handleBan(isBanned: boolean): void {
    const wasBanned = this.#isBanned
    this.#isBanned = isBanned
    if (isBanned) this.#stop()
    else if (wasBanned) this.#join()
  }

  /** Closes the connection: there is nothing to watch. */
  #stop(change: Partial<WatchState> = {}): void {
    this.#retry.reset()
    this.#connection.close()
    this.state.set({ isReconnecting: false, hasError: false, ...ADMITTED, media: null, ...change })
  }

  async #handleOffer(offer: RTCSessionDescriptionInit, peerId: string | undefined): Promise<void> {
    this.#retry.cancel()
    this.#lastFrameAt = 0
    this.#stallDetector.reset()
    this.dataUsage.restartRate()
    this.state.set({ isReconnecting: false, isRefused: false, isFull: false })
    await this.#connection.answer(offer, peerId)
  }

  #handleConnected(): void {
    this.#retry.reset()
    this.state.set({ hasError: false })
  }

  #handleBroken(): void {
    this.#retry.recordFailure()
    // During an interruption there is no media to receive: the server sends a new offer after it.
    if (this.#options.stream.get().broadcast.isInterrupted) this.#connection.close()
    else if (this.#retry.failures >= MAX_SILENT_FAILURES) this.state.set({ hasError: true })
  }

  #handleLayer({ shown, hasLow }: Pick<WatchState, 'shown' | 'hasLow'>): void {
    if (shown === this.state.get().shown) return this.state.set({ hasLow })
    this.#lastFrameAt = 0
    this.dataUsage.restartRate()
    this.state.set({ shown, hasLow, isVideoOff: false })
  }

  #handleSample(sample: StatsSample): void {
    const { bytesReceived, framesDecoded, at } = sample
    this.dataUsage.add(bytesReceived, at)
    const { isConnected } = this.#options.socket.state.get()
    const isReconnecting = this.#stallDetector.isStalled(sample, isConnected)
    if (isReconnecting !== this.state.get().isReconnecting) this.state.set({ isReconnecting })
    if (framesDecoded > 0 || this.#lastFrameAt === 0) this.#lastFrameAt = at
    // Without any data it is an interruption, which the server reports separately.
    const isVideoOff = bytesReceived > 0 && at - this.#lastFrameAt >= VIDEO_TIMEOUT_MS
    if (bytesReceived > 0 && isVideoOff !== this.state.get().isVideoOff) this.state.set({ isVideoOff })
  }
}

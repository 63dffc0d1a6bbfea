import type { Quality } from '#shared/live.ts'
import type { Downstream } from '#shared/realtime.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { WatchConnection } from '#web/features/live/connection/watch-connection.ts'
import {
  type StatsSample,
  STATS_MONITOR_TIMES,
  type StatsMonitorTimes,
} from '#web/features/live/connection/stats-monitor.ts'
import { Retry } from '#web/features/live/connection/retry.ts'
import { StallDetector } from './stall-detector.ts'
import { DataUsage } from '#web/features/live/connection/data-usage.ts'

/** A peer that broke off often heals by itself. */
const HEAL_MS = 3000
const REJOIN_MS = 1000
/** Broken peers in a row before the viewer is told; trying goes on all the same. */
const PATIENCE = 3
/** Sound without a new picture for so long: the creator's camera is off. In ms. */
const PICTURELESS_MS = 4000

type WatchState = {
  isLive: boolean
  viewerCount: number
  /** Those of the viewers that are the stream owner's own pages, where there are any. */
  ownerCount: number | undefined
  startedAt: string | null
  /** What the server sends; null until a first track arrived and after the end. */
  media: MediaStream | null
  /** The broadcaster is away and may come back. */
  isInterrupted: boolean
  /** The stream is live, and its broadcaster has not sent anything yet. */
  isAwaitingMedia: boolean
  /** Nothing comes from the server any more; it is being tried to come back. */
  isReconnecting: boolean
  hasError: boolean
  /** Too many joins at once: the next try waits for as long as the server asked. */
  isHeldBack: boolean
  /** Banned from this stream: nothing is tried until that is lifted. */
  isBanned: boolean
  /** What the viewer asked for, what comes, and whether there is a smaller picture. */
  quality: Quality
  shown: 'high' | 'low' | 'audio'
  hasLow: boolean
  /** The creator sends sound and no picture. */
  isPictureless: boolean
}

type JoinData = Extract<Downstream, { type: 'stream_joined' }>['data']

type Options = Partial<StatsMonitorTimes> & {
  streamId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  initial: Pick<WatchState, 'isLive' | 'viewerCount' | 'startedAt'>
  quality?: Quality
  /** The broadcaster's own look, which counts as no viewer. */
  isPreview?: boolean
  createPeer?: () => RTCPeerConnection
  loadIceServers?: () => Promise<RTCIceServer[]>
  createMedia?: () => MediaStream
  rejoinMs?: number
  healMs?: number
}

/** Joins a stream and shows what its broadcaster sends, for as long as it is open. */
export class WatchSession {
  readonly state
  readonly traffic = new DataUsage()
  readonly #options: Options & { rejoinMs: number; healMs: number }
  readonly #retry: Retry
  readonly #downlink: WatchConnection
  readonly #standstill = new StallDetector()
  #ends: (() => void)[] = []
  #isJoining = false
  #picturedAt = 0

  constructor(options: Options) {
    this.#options = { rejoinMs: REJOIN_MS, healMs: HEAL_MS, ...options }
    this.#retry = new Retry(() => this.#join(), this.#options.rejoinMs)
    this.#downlink = new WatchConnection({
      createPeer: () => new RTCPeerConnection(),
      createMedia: () => new MediaStream(),
      ...STATS_MONITOR_TIMES,
      ...options,
      onMedia: (media) => this.state.set({ media }),
      onConnected: () => this.#connected(),
      onUnsteady: () => this.#retry.after(this.#options.healMs),
      onBroken: () => this.#broken(),
      onBeat: (beat) => this.#beat(beat),
    })
    this.state = createStore<WatchState>({
      ...options.initial,
      ownerCount: undefined,
      media: null,
      isInterrupted: false,
      isAwaitingMedia: false,
      isReconnecting: false,
      hasError: false,
      isHeldBack: false,
      isBanned: false,
      quality: options.quality ?? 'auto',
      shown: options.quality === 'audio' ? 'audio' : 'high',
      hasLow: false,
      isPictureless: false,
    })
  }

  /** `known` is how the stream stands by now. */
  open(known: Partial<Options['initial']> = {}): void {
    this.state.set(known)
    const { socket, loadIceServers } = this.#options
    // Beside the join, so that the offer need not wait for them.
    void loadIceServers?.()
    this.#ends = [
      socket.hold(),
      socket.onMessage((message) => void this.#receive(message)),
      socket.onConnected(() => this.#join()),
    ]
  }

  close(): void {
    this.#options.socket.send({ type: 'leave_stream', streamId: this.#options.streamId })
    for (const end of this.#ends) end()
    this.#ends = []
    this.#isJoining = false
    this.#retry.succeeded()
    this.#downlink.close()
    this.state.set({ media: null, isReconnecting: false, hasError: false, isHeldBack: false })
  }

  /** Tries again at once, as the viewer asked for. */
  retry(): void {
    this.#retry.succeeded()
    this.state.set({ hasError: false })
    this.#join()
  }

  /** What comes from now on; without a connection it is said with the next join. */
  setQuality(quality: Quality): void {
    const { socket, streamId } = this.#options
    this.state.set({ quality })
    this.traffic.begin()
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

  async #receive(message: Downstream): Promise<void> {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    switch (message.type) {
      case 'stream_joined':
        return this.#joined(message.data)
      case 'viewer_count':
        return this.state.set({ ownerCount: undefined, ...message.data })
      case 'quality':
        // What was asked for is known here best: the server may still answer an earlier wish.
        return this.#showing(message.data)
      case 'stream_started':
        return this.state.set({
          isLive: true,
          isInterrupted: false,
          isAwaitingMedia: this.state.get().media === null,
          startedAt: message.data.startedAt,
        })
      case 'stream_ended':
      case 'stream_deleted':
        return this.#ended()
      case 'broadcast_interrupted':
        return this.state.set({ isInterrupted: true, hasError: false })
      case 'broadcast_resumed':
        return this.state.set({ isInterrupted: false })
      case 'webrtc_offer':
        return this.#answer(message.offer, message.peerId)
      case 'webrtc_ice_candidate':
        return this.#downlink.addCandidate(message.candidate, message.peerId)
      case 'chat_restricted':
        return this.#restricted(message.data.restriction?.kind === 'ban')
      case 'error':
        return this.#refused(message)
      default:
    }
  }

  #joined({ hasMedia, ...how }: JoinData): void {
    this.#isJoining = false
    if (!how.isLive) this.#ended()
    this.state.set({
      ownerCount: undefined,
      ...how,
      isAwaitingMedia: how.isLive && !hasMedia && !how.isInterrupted,
      isHeldBack: false,
      isBanned: false,
    })
    if (hasMedia) return
    // There is nothing to connect to: the offer comes by itself once there is.
    this.#retry.succeeded()
    this.state.set({ hasError: false })
  }

  #refused({ code, clientId, retryAfter }: Extract<Downstream, { type: 'error' }>): void {
    // A chat message's error carries the same stream, and a broken answer shows in the peer's own state.
    if (clientId !== undefined || !this.#isJoining) return
    this.#isJoining = false
    switch (code) {
      case 'not_found':
      case 'forbidden':
        return this.#ended()
      case 'banned':
        return this.#restricted(true)
      case 'rate_limited':
        this.state.set({ isHeldBack: true })
        return this.#retry.after((retryAfter ?? 1) * 1000)
      default:
        return this.#broken()
    }
  }

  #restricted(isBanned: boolean): void {
    const wasBanned = this.state.get().isBanned
    if (isBanned) this.#gone({ isBanned })
    else if (wasBanned) this.#join()
  }

  #ended(): void {
    this.#gone({ isLive: false, isInterrupted: false, isAwaitingMedia: false })
  }

  #gone(how: Partial<WatchState>): void {
    this.#retry.succeeded()
    this.#downlink.close()
    this.state.set({ isReconnecting: false, hasError: false, isHeldBack: false, media: null, ...how })
  }

  async #answer(offer: RTCSessionDescriptionInit, peerId: string | undefined): Promise<void> {
    this.#retry.cancel()
    this.#picturedAt = 0
    this.#standstill.begin()
    this.traffic.begin()
    // Whoever offers is live, whatever was known before.
    this.state.set({ isLive: true, isReconnecting: false, isAwaitingMedia: false })
    await this.#downlink.answer(offer, peerId)
  }

  #connected(): void {
    this.#retry.succeeded()
    this.state.set({ hasError: false })
  }

  #broken(): void {
    this.#retry.failed()
    // While the creator is away there is nothing to connect to: the next join tells the server to offer again later.
    if (this.state.get().isInterrupted) this.#downlink.close()
    else if (this.#retry.failures >= PATIENCE) this.state.set({ hasError: true })
  }

  #showing({ shown, hasLow }: Pick<WatchState, 'shown' | 'hasLow'>): void {
    if (shown === this.state.get().shown) return this.state.set({ hasLow })
    this.#picturedAt = 0
    this.traffic.begin()
    this.state.set({ shown, hasLow, isPictureless: false })
  }

  #beat(beat: StatsSample): void {
    const { received, pictures, at } = beat
    this.traffic.add(received, at)
    const { isConnected } = this.#options.socket.state.get()
    const isReconnecting = this.#standstill.isStill(beat, isConnected)
    if (isReconnecting !== this.state.get().isReconnecting) this.state.set({ isReconnecting })
    if (pictures > 0 || this.#picturedAt === 0) this.#picturedAt = at
    // Nothing at all is an interruption, of which the server tells.
    const isPictureless = received > 0 && at - this.#picturedAt >= PICTURELESS_MS
    if (received > 0 && isPictureless !== this.state.get().isPictureless) this.state.set({ isPictureless })
  }
}

import type { Downstream } from '#shared/realtime.ts'
import type { Socket } from '#web/realtime/socket.ts'
import type { LiveError } from './live-error.ts'
import { offerTracks } from './offer-tracks.ts'
import { addIceServers } from './ice-servers.ts'
import { Peer, toMessage } from './peer.ts'
import { VideoLimiter } from './video-limiter.ts'
import { type StatsSample, StatsMonitor, type StatsMonitorTimes } from './stats-monitor.ts'
import { Retry } from './retry.ts'
import { type VideoLimits, replaceTracks } from './senders.ts'

export type PublishConnectionTimes = StatsMonitorTimes & {
  /** Pause after the first failure. */
  retryMs: number
  /** A disconnected peer often recovers by itself; a new offer interrupts viewers for half a second. */
  disconnectGraceMs: number
  /** Timeout for the server's answer to an offer. */
  answerTimeoutMs: number
}

type Options = PublishConnectionTimes & {
  streamId: string
  socket: Pick<Socket, 'send' | 'state'>
  createPeer: () => RTCPeerConnection
  loadIceServers?: () => Promise<RTCIceServer[]>
  onConnectedChange: (isConnected: boolean) => void
  /** A failure that is retried. */
  onError: (error: LiveError) => void
  onSample: (sample: StatsSample) => void
  /** The server refused the broadcast; the connection is closed. */
  onRefused: (error: LiveError) => void
}

/** Sends a broadcaster's media to the server; makes a new offer whenever the connection breaks. */
export class PublishConnection {
  readonly #options: Options
  readonly #retry: Retry
  readonly #statsMonitor: StatsMonitor
  readonly #videoLimiter: VideoLimiter
  #media: MediaStream | null = null
  #peer: Peer | null = null
  /** Answers do not name their offer, so only one offer may be pending; a newer one waits for its answer. */
  #isAwaitingAnswer = false
  #isOfferOutdated = false

  constructor(options: Options) {
    this.#options = options
    this.#retry = new Retry(() => this.#restartOffer(), options.retryMs)
    this.#videoLimiter = new VideoLimiter(options.pollMs)
    this.#statsMonitor = new StatsMonitor({
      ...options,
      onSample: (sample) => {
        this.#videoLimiter.handleSample(sample)
        options.onSample(sample)
      },
      onDead: () => this.#retry.recordFailure(),
    })
  }

  /**
   * Sends this media from now on, without a new offer where the peer has transceivers for it; null sends nothing. Waits
   * for the socket if it is not connected.
   */
  setMedia(media: MediaStream | null): void {
    this.#media = media
    if (media) void this.#replaceTracks(media)
    else this.#dropPeer()
  }

  limit(change: Partial<VideoLimits>): void {
    this.#videoLimiter.limit(change)
  }

  close(): void {
    this.#media = null
    this.#endOffer()
    this.#retry.reset()
    this.#dropPeer()
  }

  /** Called on each new connection of the socket: an offer that was sent on an earlier one is never answered. */
  handleSocketConnected(media: MediaStream | null): void {
    this.#media = media
    this.#restartOffer()
  }

  async handleMessage(message: Downstream): Promise<void> {
    switch (message.type) {
      case 'webrtc_answer':
        return this.#handleAnswer(message.answer)
      case 'webrtc_ice_candidate':
        return this.#attempt('candidate', this.#peer, (peer) => peer.addCandidate(message.candidate))
      case 'webrtc_restart':
        return this.#offer()
      case 'error':
        return this.#handleError(message)
      default:
    }
  }

  async #replaceTracks(media: MediaStream): Promise<void> {
    const peer = this.#peer
    const isReplaced =
      peer &&
      (await replaceTracks(peer.connection, media).catch((cause: unknown) => {
        console.warn(cause)
        return false
      }))
    if (!isReplaced && this.#media === media) await this.#offer()
  }

  #restartOffer(): void {
    this.#endOffer()
    void this.#offer()
  }

  /** Replaces the peer with a new one; the server switches to it without an interruption for viewers. */
  async #offer(): Promise<void> {
    const { socket, streamId, answerTimeoutMs } = this.#options
    const media = this.#media
    // Each new connection of the socket makes an offer; until then the existing peer may still work.
    if (!media || !socket.state.get().isConnected) return
    if (this.#isAwaitingAnswer) {
      this.#isOfferOutdated = true
      return
    }
    this.#retry.cancel()
    this.#dropPeer()
    const peer = this.#createPeer()
    this.#peer = peer
    this.#videoLimiter.setConnection(peer?.connection ?? null)
    await this.#attempt('offer', peer, async ({ connection }) => {
      await addIceServers(connection, this.#options.loadIceServers)
      const sdp = await offerTracks(connection, media)
      await this.#videoLimiter.apply(connection)
      if (this.#peer !== peer) return
      this.#isAwaitingAnswer = socket.send({ type: 'webrtc_offer', streamId, data: { type: 'offer', sdp } })
      this.#retry.schedule(answerTimeoutMs)
      this.#statsMonitor.monitor(connection)
    })
  }

  #createPeer(): Peer | null {
    const { createPeer, socket, streamId } = this.#options
    try {
      const peer = new Peer(createPeer(), (candidate) =>
        socket.send({ type: 'webrtc_ice_candidate', streamId, data: toMessage(candidate) }),
      )
      peer.connection.onconnectionstatechange = () => this.#handleConnectionState(peer)
      return peer
    } catch (cause) {
      this.#handleFailure('peerInit', cause)
      return null
    }
  }

  async #handleAnswer(answer: RTCSessionDescriptionInit): Promise<void> {
    if (!this.#isAwaitingAnswer) return
    const isOutdated = this.#endOffer()
    if (isOutdated) return this.#offer()
    await this.#attempt('answer', this.#peer, (peer) => peer.setRemoteDescription(answer))
  }

  #handleConnectionState(peer: Peer): void {
    if (this.#peer !== peer) return
    const { connectionState } = peer.connection
    this.#options.onConnectedChange(connectionState === 'connected')
    if (connectionState === 'connected') this.#retry.reset()
    if (connectionState === 'disconnected') this.#retry.scheduleUnlessPending(this.#options.disconnectGraceMs)
    if (connectionState === 'failed') this.#retry.recordFailure()
  }

  #handleError({ code, requestType, retryAfter }: Extract<Downstream, { type: 'error' }>): void {
    // The broadcast of another window replaced this one: not the answer to a message.
    if (requestType === undefined && code === 'conflict') return this.#giveUp('takenOver')
    if (requestType !== 'webrtc_offer' || !this.#isAwaitingAnswer) return
    this.#endOffer()
    switch (code) {
      case 'unauthorized':
      case 'forbidden':
      case 'not_found':
      case 'invalid':
        return this.#giveUp('refused')
      default:
        return this.#retry.recordFailure(retryAfter)
    }
  }

  #giveUp(error: LiveError): void {
    this.close()
    this.#options.onRefused(error)
  }

  /** Ends the wait for an answer; returns whether a newer offer has waited for it. */
  #endOffer(): boolean {
    const wasOutdated = this.#isOfferOutdated
    this.#isAwaitingAnswer = this.#isOfferOutdated = false
    this.#retry.cancel()
    return wasOutdated
  }

  async #attempt(error: LiveError, peer: Peer | null, task: (peer: Peer) => Promise<void>): Promise<void> {
    try {
      if (peer) await task(peer)
    } catch (cause) {
      // A peer that was replaced or closed in the meantime fails as expected.
      if (this.#peer === peer) this.#handleFailure(error, cause)
    }
  }

  #handleFailure(error: LiveError, cause: unknown): void {
    console.error(cause)
    if (error !== 'candidate') this.#retry.recordFailure()
    // An established connection does not need another candidate.
    else if (this.#peer?.connection.connectionState === 'connected') return
    this.#options.onError(error)
  }

  #dropPeer(): void {
    if (!this.#peer) return
    this.#statsMonitor.monitor(null)
    this.#videoLimiter.setConnection(null)
    this.#peer.close()
    this.#peer = null
    this.#options.onConnectedChange(false)
  }
}

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
  /** Pause after a first failure. */
  retryMs: number
  /** A peer that broke off often heals by itself; a new offer costs viewers half a second. */
  healMs: number
  /** How long the server may take to answer an offer. */
  answerMs: number
}

type Options = PublishConnectionTimes & {
  streamId: string
  socket: Pick<Socket, 'send' | 'state'>
  createPeer: () => RTCPeerConnection
  loadIceServers?: () => Promise<RTCIceServer[]>
  onPeer: (isConnected: boolean) => void
  /** What went wrong; it is tried again. */
  onError: (error: LiveError) => void
  onBeat: (beat: StatsSample) => void
  /** The server wants nothing more of it: it has stopped. */
  onRefused: (error: LiveError) => void
}

/** The peer that carries a broadcaster's media to the server, offered again whenever it breaks. */
export class PublishConnection {
  readonly #options: Options
  readonly #retry: Retry
  readonly #pulse: StatsMonitor
  readonly #picture: VideoLimiter
  #media: MediaStream | null = null
  #peer: Peer | null = null
  /** An answer does not say which offer it is for: one offer is on its way, and the next waits for its answer. */
  #isAwaiting = false
  #isOutdated = false

  constructor(options: Options) {
    this.#options = options
    this.#retry = new Retry(() => this.#offerAnew(), options.retryMs)
    this.#picture = new VideoLimiter(options.lookMs)
    this.#pulse = new StatsMonitor({
      ...options,
      onBeat: (beat) => {
        this.#picture.beat(beat)
        options.onBeat(beat)
      },
      onDead: () => this.#retry.failed(),
    })
  }

  /**
   * Sends this from now on, without a break where the peer has a place for it; null: nothing. Waits for a connection
   * when there is none.
   */
  carry(media: MediaStream | null): void {
    this.#media = media
    if (media) void this.#replace(media)
    else this.#dropPeer()
  }

  limit(change: Partial<VideoLimits>): void {
    this.#picture.limit(change)
  }

  close(): void {
    this.#media = null
    this.#settle()
    this.#retry.succeeded()
    this.#dropPeer()
  }

  /** The socket has a new connection: nothing is answered on it that was asked on an earlier one. */
  connected(media: MediaStream | null): void {
    this.#media = media
    this.#offerAnew()
  }

  async receive(message: Downstream): Promise<void> {
    switch (message.type) {
      case 'webrtc_answer':
        return this.#answered(message.answer)
      case 'webrtc_ice_candidate':
        return this.#guard('candidate', this.#peer, (peer) => peer.addCandidate(message.candidate))
      case 'webrtc_restart':
        return this.#offer()
      case 'error':
        return this.#refused(message)
      default:
    }
  }

  async #replace(media: MediaStream): Promise<void> {
    const peer = this.#peer
    const isReplaced =
      peer &&
      (await replaceTracks(peer.connection, media).catch((cause: unknown) => {
        console.warn(cause)
        return false
      }))
    if (!isReplaced && this.#media === media) await this.#offer()
  }

  #offerAnew(): void {
    this.#settle()
    void this.#offer()
  }

  /** Replaces the peer by a new one: the server takes it over without a break for the viewers. */
  async #offer(): Promise<void> {
    const { socket, streamId, answerMs } = this.#options
    const media = this.#media
    // Each new connection offers by itself; until then the peer that is there may well go on.
    if (!media || !socket.state.get().isConnected) return
    if (this.#isAwaiting) {
      this.#isOutdated = true
      return
    }
    this.#retry.cancel()
    this.#dropPeer()
    const peer = this.#createPeer()
    this.#peer = peer
    this.#picture.follow(peer?.connection ?? null)
    await this.#guard('offer', peer, async (made) => {
      await addIceServers(made.connection, this.#options.loadIceServers)
      const sdp = await offerTracks(made.connection, media)
      await this.#picture.apply(made.connection)
      if (this.#peer !== peer) return
      this.#isAwaiting = socket.send({ type: 'webrtc_offer', streamId, data: { type: 'offer', sdp } })
      this.#retry.after(answerMs)
      this.#pulse.follow(made.connection)
    })
  }

  #createPeer(): Peer | null {
    const { createPeer, socket, streamId } = this.#options
    try {
      const peer = new Peer(createPeer(), (candidate) =>
        socket.send({ type: 'webrtc_ice_candidate', streamId, data: toMessage(candidate) }),
      )
      peer.connection.onconnectionstatechange = () => this.#followPeer(peer)
      return peer
    } catch (cause) {
      this.#failed('peerInit', cause)
      return null
    }
  }

  async #answered(answer: RTCSessionDescriptionInit): Promise<void> {
    if (!this.#isAwaiting) return
    const isOutdated = this.#settle()
    if (isOutdated) return this.#offer()
    await this.#guard('answer', this.#peer, (peer) => peer.describe(answer))
  }

  #followPeer(peer: Peer): void {
    if (this.#peer !== peer) return
    const { connectionState } = peer.connection
    this.#options.onPeer(connectionState === 'connected')
    if (connectionState === 'connected') this.#retry.succeeded()
    if (connectionState === 'disconnected') this.#retry.after(this.#options.healMs)
    if (connectionState === 'failed') this.#retry.failed()
  }

  #refused({ code, clientId, retryAfter }: Extract<Downstream, { type: 'error' }>): void {
    // A chat message's error carries the same stream.
    if (clientId !== undefined) return
    if (code === 'conflict') return this.#giveUp('takenOver')
    if (!this.#isAwaiting) return
    this.#settle()
    switch (code) {
      case 'unauthorized':
      case 'forbidden':
      case 'not_found':
      case 'invalid':
        return this.#giveUp('refused')
      default:
        return this.#retry.failed(retryAfter)
    }
  }

  #giveUp(error: LiveError): void {
    this.close()
    this.#options.onRefused(error)
  }

  /** The offer is answered, refused or given up; says whether another one has waited for that. */
  #settle(): boolean {
    const isOutdated = this.#isOutdated
    this.#isAwaiting = this.#isOutdated = false
    this.#retry.cancel()
    return isOutdated
  }

  async #guard(error: LiveError, peer: Peer | null, work: (peer: Peer) => Promise<void>): Promise<void> {
    try {
      if (peer) await work(peer)
    } catch (cause) {
      // A peer that was replaced or closed meanwhile may well refuse what was for it.
      if (this.#peer === peer) this.#failed(error, cause)
    }
  }

  #failed(error: LiveError, cause: unknown): void {
    console.error(cause)
    if (error !== 'candidate') this.#retry.failed()
    // A connection that stands has no use for one more candidate.
    else if (this.#peer?.connection.connectionState === 'connected') return
    this.#options.onError(error)
  }

  #dropPeer(): void {
    if (!this.#peer) return
    this.#pulse.follow(null)
    this.#picture.follow(null)
    this.#peer.close()
    this.#peer = null
    this.#options.onPeer(false)
  }
}

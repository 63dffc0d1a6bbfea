import type { IceCandidate } from '#shared/live.ts'
import type { Downstream } from '#shared/realtime.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { Peer, toMessage } from './peer.ts'
import { Retry } from './retry.ts'

/** A peer that broke off often heals by itself. */
const HEAL_MS = 3000
const REJOIN_MS = 1000
/** Broken peers in a row before the viewer is told; trying goes on all the same. */
const PATIENCE = 3

type WatchState = {
  isLive: boolean
  viewerCount: number
  startedAt: string | null
  /** What the server sends; null until a first track arrived and after the end. */
  media: MediaStream | null
  /** The broadcaster is away and may come back. */
  isInterrupted: boolean
  hasError: boolean
  /** Too many joins at once: the next try waits for as long as the server asked. */
  isHeldBack: boolean
}

type Options = {
  streamId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  initial: Pick<WatchState, 'isLive' | 'viewerCount' | 'startedAt'>
  createPeer?: () => RTCPeerConnection
  createMedia?: () => MediaStream
  rejoinMs?: number
  healMs?: number
}

/** Joins a stream and shows what its broadcaster sends, for as long as it is open. */
export class WatchSession {
  readonly state
  readonly #options: Required<Options>
  readonly #retry: Retry
  #peer: Peer | null = null
  #peerId: string | undefined
  #ends: (() => void)[] = []
  #isJoining = false

  constructor(options: Options) {
    this.#options = {
      createPeer: () => new RTCPeerConnection(),
      createMedia: () => new MediaStream(),
      rejoinMs: REJOIN_MS,
      healMs: HEAL_MS,
      ...options,
    }
    this.#retry = new Retry(() => this.#join(), this.#options.rejoinMs)
    this.state = createStore<WatchState>({
      ...options.initial,
      media: null,
      isInterrupted: false,
      hasError: false,
      isHeldBack: false,
    })
  }

  open(): void {
    const { socket } = this.#options
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
    this.#dropPeer()
    this.state.set({ media: null, hasError: false, isHeldBack: false })
  }

  /** Tries again at once, as the viewer asked for. */
  retry(): void {
    this.#retry.succeeded()
    this.state.set({ hasError: false })
    this.#join()
  }

  #join(): void {
    this.#retry.cancel()
    this.#isJoining = this.#options.socket.send({ type: 'join_stream', streamId: this.#options.streamId })
  }

  async #receive(message: Downstream): Promise<void> {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    switch (message.type) {
      case 'stream_joined':
        this.#isJoining = false
        if (!message.data.isLive) this.#ended()
        return this.state.set({ ...message.data, isHeldBack: false })
      case 'viewer_count':
        return this.state.set(message.data)
      case 'stream_started':
        return this.state.set({ isLive: true, isInterrupted: false, startedAt: message.data.startedAt })
      case 'stream_ended':
        return this.#ended()
      case 'broadcast_interrupted':
        return this.state.set({ isInterrupted: true })
      case 'broadcast_resumed':
        return this.state.set({ isInterrupted: false })
      case 'webrtc_offer':
        return this.#answer(message.offer, message.peerId)
      case 'webrtc_ice_candidate':
        // One of a peer that was replaced meanwhile is of no use to the new one.
        if (message.peerId !== this.#peerId) return
        return this.#addCandidate(message.candidate)
      case 'error':
        return this.#refused(message)
      default:
    }
  }

  #refused({ code, clientId, retryAfter }: Extract<Downstream, { type: 'error' }>): void {
    // A chat message's error carries the same stream, and a broken answer shows in the peer's own state.
    if (clientId !== undefined || !this.#isJoining) return
    this.#isJoining = false
    switch (code) {
      case 'not_found':
      case 'forbidden':
        return this.#ended()
      case 'rate_limited':
        this.state.set({ isHeldBack: true })
        return this.#retry.after((retryAfter ?? 1) * 1000)
      default:
        return this.#broken()
    }
  }

  #ended(): void {
    this.#retry.succeeded()
    this.#dropPeer()
    this.state.set({ isLive: false, isInterrupted: false, hasError: false, isHeldBack: false, media: null })
  }

  async #answer(offer: RTCSessionDescriptionInit, peerId: string | undefined): Promise<void> {
    const { socket, streamId } = this.#options
    this.#dropPeer()
    // Whoever offers is live, whatever was known before.
    this.state.set({ isLive: true })
    const peer = this.#createPeer(peerId)
    if (!peer) return this.#broken()
    this.#peer = peer
    this.#peerId = peerId
    try {
      await peer.describe(offer)
      const { sdp = '' } = await peer.connection.createAnswer()
      await peer.connection.setLocalDescription({ type: 'answer', sdp })
      if (this.#peer !== peer) return
      socket.send({
        type: 'webrtc_answer',
        streamId,
        data: { type: 'answer', sdp },
        ...(peerId && { peerId }),
      })
    } catch (cause) {
      // A peer that was replaced or closed meanwhile refuses what was for it.
      if (this.#peer !== peer) return
      console.error(cause)
      this.#broken()
    }
  }

  #createPeer(peerId: string | undefined): Peer | null {
    const { createPeer, createMedia, socket, streamId } = this.#options
    try {
      const media = createMedia()
      const peer = new Peer(createPeer(), (candidate) =>
        socket.send({
          type: 'webrtc_ice_candidate',
          streamId,
          data: toMessage(candidate),
          ...(peerId && { peerId }),
        }),
      )
      peer.connection.ontrack = ({ track }) => {
        media.addTrack(track)
        if (this.#peer === peer) this.state.set({ media })
      }
      peer.connection.onconnectionstatechange = () => this.#followPeer(peer)
      return peer
    } catch (cause) {
      console.error(cause)
      return null
    }
  }

  #followPeer(peer: Peer): void {
    if (this.#peer !== peer) return
    switch (peer.connection.connectionState) {
      case 'connected':
        this.#retry.succeeded()
        return this.state.set({ hasError: false })
      case 'disconnected':
        return this.#retry.after(this.#options.healMs)
      case 'failed':
        return this.#broken()
      default:
    }
  }

  #broken(): void {
    this.#retry.failed()
    if (this.#retry.failures >= PATIENCE) this.state.set({ hasError: true })
  }

  async #addCandidate(candidate: IceCandidate): Promise<void> {
    try {
      await this.#peer?.addCandidate(candidate)
    } catch (cause) {
      // One useless candidate does not make the connection useless.
      console.warn(cause)
    }
  }

  #dropPeer(): void {
    this.#retry.cancel()
    this.#peer?.close()
    this.#peer = null
  }
}

import type { Downstream } from '#shared/realtime.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import type { LiveError } from './live-error.ts'
import { Peer, toMessage } from './peer.ts'

const CAMERA = { width: 1280, height: 720 }
const MAX_BITRATE = 2_500_000
/** A peer that broke off often heals by itself; a new offer costs viewers half a second. */
const HEAL_MS = 3000
const RETRY_MS = 1000

export type BroadcastState = {
  /** Camera and microphone, once the broadcaster has let us have them. */
  media: MediaStream | null
  hasCamera: boolean
  hasMicrophone: boolean
  /** The broadcaster wants to be on air; stays true through every reconnect. */
  isBroadcasting: boolean
  isPeerConnected: boolean
  error: LiveError | null
}

type Options = {
  streamId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  createPeer?: () => RTCPeerConnection
  getMedia?: () => Promise<MediaStream>
  retryMs?: number
  healMs?: number
}

/** Sends camera and microphone to the server, and keeps doing so until it is stopped. */
export class BroadcastSession {
  readonly state = createStore<BroadcastState>({
    media: null,
    hasCamera: true,
    hasMicrophone: true,
    isBroadcasting: false,
    isPeerConnected: false,
    error: null,
  })
  readonly #options: Required<Options>
  #peer: Peer | null = null
  #ends: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(options: Options) {
    this.#options = {
      createPeer: () => new RTCPeerConnection(),
      getMedia: () => navigator.mediaDevices.getUserMedia({ video: CAMERA, audio: true }),
      retryMs: RETRY_MS,
      healMs: HEAL_MS,
      ...options,
    }
  }

  /** Opens camera and microphone; throws what the browser throws when they are refused or missing. */
  async openMedia(): Promise<MediaStream> {
    const { media } = this.state.get()
    if (media) return media
    try {
      const opened = await this.#options.getMedia()
      this.state.set({ media: opened, error: null })
      this.#applyToggles(opened)
      return opened
    } catch (error) {
      this.state.set({ error: 'devices' })
      throw error
    }
  }

  /** Starts to send. Needs `openMedia` first; everything after that is done again by itself when it breaks. */
  start(): void {
    if (this.state.get().isBroadcasting) return
    const { socket } = this.#options
    this.state.set({ isBroadcasting: true, error: null })
    this.#ends = [
      socket.hold(),
      socket.onMessage((message) => void this.#receive(message)),
      socket.onConnected(() => void this.#offer()),
      socket.state.subscribe(() => {
        const { hasFailed } = socket.state.get()
        if (hasFailed) this.state.set({ error: 'socket' })
      }),
    ]
  }

  /** Stops to send; camera and microphone stay open for the preview. */
  stop(): void {
    for (const end of this.#ends) end()
    this.#ends = []
    this.#dropPeer()
    this.state.set({ isBroadcasting: false, isPeerConnected: false })
  }

  toggleCamera(): void {
    this.state.set({ hasCamera: !this.state.get().hasCamera })
    this.#applyToggles(this.state.get().media)
  }

  toggleMicrophone(): void {
    this.state.set({ hasMicrophone: !this.state.get().hasMicrophone })
    this.#applyToggles(this.state.get().media)
  }

  /** Stops and gives camera and microphone back. */
  close(): void {
    this.stop()
    for (const track of this.state.get().media?.getTracks() ?? []) track.stop()
    this.state.set({ media: null })
  }

  async #receive(message: Downstream): Promise<void> {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    switch (message.type) {
      case 'webrtc_answer':
        return this.#guard('answer', () => this.#peer?.describe(message.answer))
      case 'webrtc_ice_candidate':
        return this.#guard('candidate', () => this.#peer?.addCandidate(message.candidate))
      case 'webrtc_restart':
        return this.#offer()
      case 'stream_ended':
        return this.stop()
      case 'error':
        return this.#refused(message.code)
      default:
    }
  }

  #refused(code: string): void {
    if (code === 'engine_unavailable' || code === 'rate_limited') return this.#offerIn(this.#options.retryMs)
    if (code !== 'conflict' && code !== 'forbidden' && code !== 'invalid' && code !== 'not_found') return
    this.stop()
    this.state.set({ error: code === 'conflict' ? 'takenOver' : 'refused' })
  }

  /** Replaces the peer by a new one: the server takes it over without a break for the viewers. */
  async #offer(): Promise<void> {
    const { socket, streamId } = this.#options
    const { media, isBroadcasting } = this.state.get()
    this.#dropPeer()
    if (!media || !isBroadcasting) return
    const peer = this.#createPeer()
    if (!peer) return
    this.#peer = peer
    await this.#guard('offer', async () => {
      for (const track of media.getTracks()) addTrack(peer.connection, track, media)
      const { sdp = '' } = await peer.connection.createOffer()
      await peer.connection.setLocalDescription({ type: 'offer', sdp })
      if (this.#peer === peer) socket.send({ type: 'webrtc_offer', streamId, data: { type: 'offer', sdp } })
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
    } catch {
      this.state.set({ error: 'peerInit' })
      return null
    }
  }

  #followPeer(peer: Peer): void {
    if (this.#peer !== peer) return
    const { connectionState } = peer.connection
    const isPeerConnected = connectionState === 'connected'
    this.state.set(isPeerConnected ? { isPeerConnected, error: null } : { isPeerConnected })
    if (isPeerConnected) this.#clearTimer()
    if (connectionState === 'disconnected') this.#offerIn(this.#options.healMs)
    if (connectionState === 'failed') this.#offerIn(this.#options.retryMs)
  }

  #offerIn(ms: number): void {
    this.#clearTimer()
    this.#timer = setTimeout(() => void this.#offer(), ms)
  }

  async #guard(error: LiveError, work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work()
    } catch (cause) {
      // A peer that was replaced meanwhile may well refuse what came for it.
      if (!this.state.get().isBroadcasting) return
      this.state.set({ error })
      console.error(cause)
    }
  }

  #applyToggles(media: MediaStream | null): void {
    const { hasCamera, hasMicrophone } = this.state.get()
    for (const track of media?.getVideoTracks() ?? []) track.enabled = hasCamera
    for (const track of media?.getAudioTracks() ?? []) track.enabled = hasMicrophone
  }

  #dropPeer(): void {
    this.#clearTimer()
    this.#peer?.close()
    this.#peer = null
  }

  #clearTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}

function addTrack(connection: RTCPeerConnection, track: MediaStreamTrack, media: MediaStream): void {
  connection.addTransceiver(track, {
    direction: 'sendonly',
    streams: [media],
    ...(track.kind === 'video' && { sendEncodings: [{ maxBitrate: MAX_BITRATE }] }),
  })
}

import { Peer } from '../peer/peer.ts'
import { guarded } from '../process/guard.ts'
import { runningTime } from '../process/heartbeat.ts'
import type { EngineConfig, Quality } from '../process/protocol.ts'
import { readRtcp, type RtcpMessage } from '../rtp/rtcp.ts'
import { ZERO_OFFSET, type RtpOffset } from '../rtp/rtp-offset.ts'
import { isRtcp } from '../rtp/rtp.ts'
import type { MediaKind } from '../sdp/parse-session.ts'
import { restrictPlayerOffer } from '../sdp/restrict-player-offer.ts'
import { restrictAnswer } from '../sdp/restrict-session.ts'
import type { OfferedTrack } from '../sdp/write-session.ts'
import type { ForwardedTrack } from '../tracks/forwarded-track.ts'
import { LayerSwitcher } from '../tracks/layer-switcher.ts'
import type { ForwardedPacket, LayerTrack } from '../tracks/layer-track.ts'
import type { Layer, VideoLayer } from '../tracks/layer.ts'
import { FeedbackLimiter } from './feedback-limiter.ts'
import { LinkEstimator } from './link-estimator.ts'
import { describeTrack } from './viewer-track.ts'
import { ViewerTracks } from './viewer-tracks.ts'

/** Protects the server from viewers that request endless retransmissions. */
const MAX_RETRANSMISSIONS_PER_SECOND = 500
/** Browsers send RTCP every few seconds at least. A viewer that is silent for this many peer timeouts has gone. */
const MAX_SILENT_TIMEOUTS = 2

type Listener = {
  onCandidate: (candidate: string, mid: string) => void
  /** The viewer cannot decode before the layer's next keyframe. */
  onKeyframeNeeded: (layer: VideoLayer) => void
  onRetransmission: (bytes: number) => void
  /** Which layer the viewer gets from now on. */
  onLayerChange: (layer: Layer, hasLowLayer: boolean) => void
  onLost: () => void
}

/** Which video layers the publisher sends now, and the high one's bitrate (bits per second). */
export type LayerAvailability = Readonly<Record<VideoLayer, boolean> & { highBitrate: number }>

/** One viewer of a stream: sends it audio and a video layer, and handles its feedback. */
export class Viewer {
  readonly peerId: string
  readonly #config: EngineConfig
  readonly #peer: Peer
  readonly #listener: Listener
  readonly #forwardedTracks: ForwardedTrack[]
  readonly #tracks = new ViewerTracks()
  readonly #layerSwitcher: LayerSwitcher
  readonly #linkEstimator = new LinkEstimator()
  readonly #feedbackLimiter = new FeedbackLimiter(MAX_RETRANSMISSIONS_PER_SECOND)
  #quality: Quality = 'auto'
  #availability: LayerAvailability = { high: true, low: false, highBitrate: 0 }
  /** The last argument of `onLayerChange`. */
  #announced = ''
  /**
   * Held back until the answer is applied: a browser with candidates could start DTLS before its fingerprint is known
   * here. Null afterwards.
   */
  #pendingCandidates: { candidate: string; mid: string }[] | null = []
  /** A `runningTime`; Infinity until the first RTCP packet, as some players never send any. */
  #lastRtcpAt = Infinity

  constructor(config: EngineConfig, peerId: string, forwardedTracks: ForwardedTrack[], listener: Listener) {
    this.peerId = peerId
    this.#config = config
    this.#listener = listener
    this.#forwardedTracks = forwardedTracks
    this.#layerSwitcher = new LayerSwitcher((layer) => this.isReady && listener.onKeyframeNeeded(layer))
    this.#peer = new Peer(config, peerId, listener.onLost)
  }

  /** Whether the peer is connected and every track is ready to send. */
  get isReady(): boolean {
    return this.#tracks.isOpen && !this.#peer.isClosed
  }

  offer(): string {
    for (const forwardedTrack of this.#forwardedTracks) this.#addTrack(forwardedTrack, forwardedTrack.offered)
    return this.#peer.offer((candidate, mid) => {
      if (this.#pendingCandidates) this.#pendingCandidates.push({ candidate, mid })
      else this.#listener.onCandidate(candidate, mid)
    })
  }

  /** Throws EngineError `bad_sdp`; the viewer may then answer again. */
  acceptAnswer(sdp: string): void {
    const offered = this.#forwardedTracks.map((forwardedTrack) => forwardedTrack.offered)
    this.#peer.setRemote(restrictAnswer(sdp, offered), 'answer')
    const pending = this.#pendingCandidates ?? []
    this.#pendingCandidates = null
    for (const { candidate, mid } of pending) this.#listener.onCandidate(candidate, mid)
  }

  /** Returns the answer to a player that offers by itself (WHEP). Throws EngineError `bad_sdp`. */
  async answer(offerSdp: string): Promise<string> {
    const offered = this.#forwardedTracks.map((forwardedTrack) => forwardedTrack.offered)
    const restricted = restrictPlayerOffer(offerSdp, offered)
    for (const forwardedTrack of this.#forwardedTracks) {
      const track = restricted.tracks.find(({ kind }) => kind === forwardedTrack.offered.kind)
      if (track) this.#addTrack(forwardedTrack, track)
    }
    this.#peer.setRemote(restricted, 'offer')
    return restricted.completeAnswer(await this.#peer.answer())
  }

  addCandidate(candidate: string, mid: string | null): void {
    this.#peer.addRemoteCandidate(candidate, mid)
  }

  setQuality(quality: Quality): void {
    this.#quality = quality
    this.#updateTarget()
  }

  setAvailability(availability: LayerAvailability): void {
    this.#availability = availability
    this.#updateTarget()
  }

  /** Sends a packet if the viewer gets its layer. Returns whether it was sent. */
  forward(track: LayerTrack, forwarded: ForwardedPacket, now: number): boolean {
    if (!this.isReady) return false
    if (track.layer === 'audio') return this.#tracks.send('audio', forwarded.packet, ZERO_OFFSET)
    const decision = this.#layerSwitcher.decide(track, forwarded, now)
    if (decision === 'drop') return false
    if (decision === 'switch') this.#handleSwitch(track)
    this.#linkEstimator.countSent()
    return this.#tracks.send('video', forwarded.packet, this.#layerSwitcher.offset)
  }

  forwardSenderReport(track: LayerTrack, report: Buffer): void {
    if (!this.isReady) return
    const isAudio = track.layer === 'audio'
    if (!isAudio && track !== this.#layerSwitcher.track) return
    this.#tracks.sendReport(
      isAudio ? 'audio' : 'video',
      report,
      isAudio ? ZERO_OFFSET : this.#layerSwitcher.offset,
    )
  }

  /** Closes a viewer that vanished without a goodbye; the native connection takes 30 s to notice. */
  checkAlive(): void {
    if (runningTime() - this.#lastRtcpAt > MAX_SILENT_TIMEOUTS * this.#config.peerTimeoutMs) this.#peer.lose()
  }

  close(): void {
    this.#peer.close()
  }

  #addTrack(forwardedTrack: ForwardedTrack, offered: OfferedTrack): void {
    const { kind, codec } = offered
    const native = this.#peer.sendTrack(describeTrack(forwardedTrack.ssrc, offered))
    const isStreamPayloadType = codec.payloadType === forwardedTrack.offered.codec.payloadType
    this.#tracks.add(kind, native, isStreamPayloadType ? null : codec.payloadType, () =>
      this.#handleTrackOpen(),
    )
    native.onMessage(guarded('viewer feedback', (packet) => this.#handlePacket(forwardedTrack, packet)))
  }

  #handleTrackOpen(): void {
    if (!this.isReady) return
    this.#layerSwitcher.requestKeyframe(performance.now())
    this.#announceLayer()
  }

  /** The new layer's sender report keeps audio and video synchronized across the switch. */
  #handleSwitch(track: LayerTrack): void {
    const report = track.senderReport
    if (report) this.forwardSenderReport(track, report)
    this.#announceLayer()
  }

  #updateTarget(): void {
    this.#layerSwitcher.setTarget(this.#targetLayer(), performance.now())
    this.#announceLayer()
  }

  /** Falls back to the layer that is sent when the wanted one is not. */
  #targetLayer(): VideoLayer | null {
    if (this.#quality === 'audio') return null
    const target = this.#quality === 'low' ? 'low' : this.#linkEstimator.layer
    const other = target === 'low' ? 'high' : 'low'
    return this.#availability[other] && !this.#availability[target] ? other : target
  }

  #announceLayer(): void {
    const currentLayer = this.#layerSwitcher.track?.layer ?? 'audio'
    const isFirstVideoPending =
      this.#announced === '' &&
      currentLayer === 'audio' &&
      this.#tracks.has('video') &&
      this.#targetLayer() !== null
    const announcement = `${currentLayer} ${this.#availability.low}`
    if (!this.isReady || isFirstVideoPending || announcement === this.#announced) return
    this.#announced = announcement
    this.#listener.onLayerChange(currentLayer, this.#availability.low)
  }

  /** A compound packet may arrive on both tracks: each handles only the messages about its own SSRC. */
  #handlePacket(forwardedTrack: ForwardedTrack, packet: Buffer): void {
    if (!isRtcp(packet) || !this.isReady) return
    const now = performance.now()
    this.#lastRtcpAt = runningTime()
    if (!this.#feedbackLimiter.allowsPacket(packet.length, now)) return
    for (const message of readRtcp(packet)) {
      if (message.type === 'remb') this.#linkEstimator.setEstimatedBitrate(message.bitrate)
      else if (message.ssrc === forwardedTrack.ssrc)
        this.#handleRtcp(forwardedTrack.offered.kind, message, now)
    }
  }

  #handleRtcp(kind: MediaKind, message: RtcpMessage, now: number): void {
    if (message.type === 'nack') return this.#retransmit(kind, message.sequences, now)
    if (kind === 'audio') return
    if (message.type === 'keyframe_request') return this.#layerSwitcher.requestKeyframe(now)
    if (message.type !== 'receiver_report') return
    const currentLayer = this.#layerSwitcher.track?.layer
    if (currentLayer === 'high' || currentLayer === 'low')
      this.#linkEstimator.addReceiverReport(
        currentLayer,
        message.fractionLost / 256,
        this.#availability.highBitrate,
        now,
      )
    if (this.#quality === 'auto') this.#updateTarget()
  }

  #retransmit(kind: MediaKind, sequences: number[], now: number): void {
    const accepted = this.#feedbackLimiter.limitNack(sequences, now)
    if (kind === 'video') this.#linkEstimator.addNack(accepted)
    for (const sequence of accepted) {
      const found =
        kind === 'video' ? this.#layerSwitcher.findPacket(sequence) : this.#findAudioPacket(sequence)
      if (!found) continue
      this.#tracks.send(kind, found.packet, found.offset)
      this.#listener.onRetransmission(found.packet.length)
    }
  }

  #findAudioPacket(sequence: number): { packet: Buffer; offset: RtpOffset } | null {
    const forwardedTrack = this.#forwardedTracks.find(({ offered }) => offered.kind === 'audio')
    const packet = forwardedTrack?.layerTracks[0]?.ring.find(sequence)
    return packet ? { packet, offset: ZERO_OFFSET } : null
  }
}

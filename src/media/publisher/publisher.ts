import type { Track } from 'node-datachannel'
import { Peer } from '../peer/peer.ts'
import { guarded, logError } from '../process/guard.ts'
import { runningTime } from '../process/heartbeat.ts'
import type { EngineConfig } from '../process/protocol.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { addStartBitrate } from '../sdp/local-description.ts'
import { restrictOffer, type PublisherTrack } from '../sdp/restrict-session.ts'
import type { Layer, VideoLayer } from '../tracks/layer.ts'
import { KeyframeRequestThrottle } from './keyframe-request-throttle.ts'
import { PublishedTrack } from './published-track.ts'
import { TransportFeedbackGenerator } from './transport-feedback-generator.ts'

const REPORT_INTERVAL_MS = 500
const TRANSPORT_FEEDBACK_INTERVAL_MS = 100
const NACK_DELAY_MS = 20
const KEYFRAME_REQUEST_INTERVAL_MS = 300
/** How long the start of the media waits for a track that is still silent after the first one began. */
const SECOND_TRACK_TIMEOUT_MS = 2_000
const START_BITRATE_KBPS = 1500

type Listener = {
  /** Returns the highest bitrate that the reports to the publisher allow now, in bits per second. */
  maxBitrate: () => number
  /** Returns whether the publisher may send this packet; otherwise it is closed. Called for every packet. */
  allowsPacket: (bytes: number, now: number) => boolean
  onPacket: (layer: Layer, packet: Buffer, now: number) => void
  onSenderReport: (layer: Layer, report: SenderReport) => void
  /** Called once, when media arrives. */
  onMedia: () => void
  onLost: () => void
}

/** The publishing peer of a stream: receives its tracks and sends it reports and requests. */
export class Publisher {
  readonly offered: PublisherTrack[]
  readonly #peer: Peer
  readonly #config: EngineConfig
  readonly #listener: Listener
  readonly #tracks = new Map<Layer, PublishedTrack>()
  readonly #keyframeThrottles = {
    high: this.#createKeyframeThrottle('high'),
    low: this.#createKeyframeThrottle('low'),
  }
  readonly #transportFeedback = new TransportFeedbackGenerator()
  readonly #reportTimer: NodeJS.Timeout
  readonly #transportFeedbackTimer: NodeJS.Timeout
  #nackTimer: NodeJS.Timeout | null = null
  #hasMedia = false
  #firstPacketAt: number | null = null
  /** A `runningTime`. */
  #lastPacketAt = 0

  /** Throws EngineError `bad_sdp` and leaves nothing open. */
  constructor(config: EngineConfig, peerId: string, offerSdp: string, listener: Listener) {
    const restricted = restrictOffer(offerSdp)
    this.offered = restricted.tracks
    this.#config = config
    this.#listener = listener
    this.#peer = new Peer(config, peerId, () => {
      this.close()
      listener.onLost()
    })
    this.#peer.receiveTracks((track) => this.#addTrack(track))
    try {
      this.#peer.setRemote(restricted, 'offer')
    } catch (error) {
      this.#peer.close()
      throw error
    }
    this.#reportTimer = setInterval(
      guarded('reports', () => this.#sendReports()),
      REPORT_INTERVAL_MS,
    )
    this.#transportFeedbackTimer = setInterval(
      guarded('transport feedback', () => this.#sendTransportFeedback()),
      TRANSPORT_FEEDBACK_INTERVAL_MS,
    )
  }

  async answer(): Promise<string> {
    const sdp = await this.#peer.answer()
    const video = this.offered.find(({ kind }) => kind === 'video')
    return video ? addStartBitrate(sdp, video.codec.payloadType, START_BITRATE_KBPS) : sdp
  }

  /** Packets that never arrived. */
  get packetsLost(): number {
    return [...this.#tracks.values()].reduce((sum, { packetsLost }) => sum + packetsLost, 0)
  }

  addCandidate(candidate: string, mid: string | null): void {
    this.#peer.addRemoteCandidate(candidate, mid)
  }

  requestKeyframe(layer: VideoLayer): void {
    if (!this.#peer.isClosed) this.#keyframeThrottles[layer].request()
  }

  close(): void {
    clearInterval(this.#reportTimer)
    clearInterval(this.#transportFeedbackTimer)
    if (this.#nackTimer) clearTimeout(this.#nackTimer)
    this.#nackTimer = null
    this.#keyframeThrottles.high.close()
    this.#keyframeThrottles.low.close()
    this.#peer.close()
  }

  #createKeyframeThrottle(layer: VideoLayer): KeyframeRequestThrottle {
    return new KeyframeRequestThrottle(KEYFRAME_REQUEST_INTERVAL_MS, () =>
      this.#tracks.get(layer)?.requestKeyframe(),
    )
  }

  #addTrack(native: Track): void {
    const offered = this.offered.find(({ mid }) => mid === native.mid())
    if (!offered) return
    const { layer } = offered
    const track = new PublishedTrack(native, offered, this.#transportFeedback, {
      allowsPacket: (bytes, now) => this.#allowsPacket(bytes, now),
      onPacket: (packet, now) => this.#handlePacket(layer, packet, now),
      onSenderReport: (report) => !this.#peer.isClosed && this.#listener.onSenderReport(layer, report),
      onMissingPackets: () => this.#scheduleNack(),
      onUnrecoverableLoss: () => layer !== 'audio' && this.requestKeyframe(layer),
    })
    this.#tracks.set(layer, track)
  }

  #allowsPacket(bytes: number, now: number): boolean {
    if (this.#peer.isClosed) return false
    if (this.#listener.allowsPacket(bytes, now)) return true
    logError('publisher', 'it sends several times the highest bitrate, or too many packets, and is closed')
    this.#peer.lose()
    return false
  }

  #handlePacket(layer: Layer, packet: Buffer, now: number): void {
    if (this.#peer.isClosed) return
    this.#lastPacketAt = runningTime()
    this.#firstPacketAt ??= now
    this.#listener.onPacket(layer, packet, now)
    if (!this.#hasMedia) this.#detectMedia(now, this.#firstPacketAt)
  }

  #detectMedia(now: number, firstPacketAt: number): void {
    // The publisher may hold the low layer back until its link has room.
    const areAllTracksHere = this.offered.every(
      ({ layer }) => layer === 'low' || this.#tracks.get(layer)?.hasMedia === true,
    )
    if (!areAllTracksHere && now - firstPacketAt < SECOND_TRACK_TIMEOUT_MS) return
    this.#hasMedia = true
    this.#listener.onMedia()
  }

  #sendReports(): void {
    const now = performance.now()
    // A page that vanished sends no goodbye, and the native connection takes 30 s to notice.
    const isSilent =
      this.#firstPacketAt !== null && runningTime() - this.#lastPacketAt > this.#config.peerTimeoutMs
    if (isSilent) return this.#peer.lose()
    for (const track of this.#tracks.values()) track.sendReport(this.#listener.maxBitrate(), now)
  }

  #sendTransportFeedback(): void {
    const [track] = [...this.#tracks.values()].filter(({ hasMedia }) => hasMedia)
    track?.sendTransportFeedback(performance.now())
  }

  #scheduleNack(): void {
    if (this.#peer.isClosed) return
    this.#nackTimer ??= setTimeout(
      guarded('NACK', () => this.#sendNacks()),
      NACK_DELAY_MS,
    )
  }

  #sendNacks(): void {
    this.#nackTimer = null
    const tracks = [...this.#tracks.values()]
    for (const track of tracks) track.sendNack(performance.now())
    if (tracks.some((track) => track.hasMissingPackets)) this.#scheduleNack()
  }
}

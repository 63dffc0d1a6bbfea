import type { Track } from 'node-datachannel'
import { Allowance } from '../peer/token-bucket.ts'
import { guarded, report } from '../process/guard.ts'
import { KeyframeGate } from './keyframe-request-throttle.ts'
import type { Layer, Picture } from '../tracks/layer.ts'
import { Peer } from '../peer/peer.ts'
import type { EngineConfig } from '../process/protocol.ts'
import { PublishedTrack } from './published-track.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { restrictOffer, withStartBitrate, type SentTrack } from '../sdp/restrict-session.ts'
import { TransportFeedback } from './transport-feedback-generator.ts'

const REPORT_MS = 500
const TRANSPORT_REPORT_MS = 100
const NACK_MS = 20
const KEYFRAME_MS = 300
/** A track that is still silent so long after the other began is not waited for. */
const SECOND_TRACK_MS = 2_000
const START_KILOBITS = 1500
const MOST_BITS = 2_500_000
/** Who sends so much for seconds heeds nobody, and is closed before it hurts the others. */
const MOST_RECEIVED_BITS = 4 * MOST_BITS
const BURST_MS = 5_000

type Listener = {
  onPacket: (layer: Layer, packet: Buffer, now: number) => void
  onSenderReport: (layer: Layer, report: SenderReport) => void
  /** Media really arrives, once. */
  onMedia: () => void
  onLost: () => void
}

/** The broadcaster's end of a stream: receives its tracks and keeps it informed. */
export class Publisher {
  readonly offered: SentTrack[]
  readonly #peer: Peer
  readonly #config: EngineConfig
  readonly #listener: Listener
  readonly #tracks = new Map<Layer, PublishedTrack>()
  readonly #keyframes = { high: this.#keyframeGate('high'), low: this.#keyframeGate('low') }
  readonly #transport = new TransportFeedback()
  readonly #allowance = new Allowance(MOST_RECEIVED_BITS, BURST_MS)
  readonly #reports: NodeJS.Timeout
  readonly #transportReports: NodeJS.Timeout
  #nacks: NodeJS.Timeout | null = null
  #hasMedia = false
  #firstPacketAt: number | null = null
  #lastPacketAt = 0

  /** Throws EngineFailure `bad_sdp` and leaves nothing open. */
  constructor(config: EngineConfig, peerId: string, offerSdp: string, listener: Listener) {
    const { sdp, tracks } = restrictOffer(offerSdp)
    this.offered = tracks
    this.#config = config
    this.#listener = listener
    this.#peer = new Peer(config, peerId, () => {
      this.close()
      listener.onLost()
    })
    this.#peer.receiveTracks((track) => this.#addTrack(track))
    try {
      this.#peer.setRemote(sdp, 'offer')
    } catch (error) {
      this.#peer.close()
      throw error
    }
    this.#reports = setInterval(
      guarded('reports', () => this.#report()),
      REPORT_MS,
    )
    this.#transportReports = setInterval(
      guarded('transport reports', () => this.#reportTransport()),
      TRANSPORT_REPORT_MS,
    )
  }

  async answer(): Promise<string> {
    const sdp = await this.#peer.answer()
    const video = this.offered.find(({ kind }) => kind === 'video')
    return video ? withStartBitrate(sdp, video.codec.payloadType, START_KILOBITS) : sdp
  }

  /** Packets that never came. */
  get packetsLost(): number {
    return [...this.#tracks.values()].reduce((sum, { packetsLost }) => sum + packetsLost, 0)
  }

  addCandidate(candidate: string, mid: string | null): void {
    this.#peer.addRemoteCandidate(candidate, mid)
  }

  requestKeyframe(layer: Picture): void {
    if (!this.#peer.isClosed) this.#keyframes[layer].request()
  }

  close(): void {
    clearInterval(this.#reports)
    clearInterval(this.#transportReports)
    if (this.#nacks) clearTimeout(this.#nacks)
    this.#nacks = null
    this.#keyframes.high.close()
    this.#keyframes.low.close()
    this.#peer.close()
  }

  #keyframeGate(layer: Picture): KeyframeGate {
    return new KeyframeGate(KEYFRAME_MS, () => this.#tracks.get(layer)?.requestKeyframe())
  }

  #addTrack(native: Track): void {
    const offered = this.offered.find(({ mid }) => mid === native.mid())
    if (!offered) return
    const { layer } = offered
    const track = new PublishedTrack(native, offered, this.#transport, {
      admits: (bytes, now) => this.#admits(bytes, now),
      onPacket: (packet, now) => this.#receive(layer, packet, now),
      onSenderReport: (report) => !this.#peer.isClosed && this.#listener.onSenderReport(layer, report),
      onGap: () => this.#scheduleNacks(),
      onOutage: () => layer !== 'audio' && this.requestKeyframe(layer),
    })
    this.#tracks.set(layer, track)
  }

  #admits(bytes: number, now: number): boolean {
    if (this.#peer.isClosed) return false
    if (this.#allowance.take(bytes, now)) return true
    report('broadcaster', `it sends more than ${MOST_RECEIVED_BITS / 1e6} Mbit/s and is closed`)
    this.#peer.lose()
    return false
  }

  #receive(layer: Layer, packet: Buffer, now: number): void {
    if (this.#peer.isClosed) return
    this.#lastPacketAt = now
    this.#firstPacketAt ??= now
    this.#listener.onPacket(layer, packet, now)
    if (!this.#hasMedia) this.#noticeMedia(now, this.#firstPacketAt)
  }

  #noticeMedia(now: number, firstPacketAt: number): void {
    // The low layer may wait until the line has room for it.
    const isEachHere = this.offered.every(
      ({ layer }) => layer === 'low' || this.#tracks.get(layer)?.hasMedia === true,
    )
    if (!isEachHere && now - firstPacketAt < SECOND_TRACK_MS) return
    this.#hasMedia = true
    this.#listener.onMedia()
  }

  #report(): void {
    const now = performance.now()
    // A page that vanished says no goodbye, and the native connection takes 30 s to notice.
    const isSilent = this.#firstPacketAt !== null && now - this.#lastPacketAt > this.#config.peerTimeoutMs
    if (isSilent) return this.#peer.lose()
    for (const track of this.#tracks.values()) track.report(MOST_BITS, now)
  }

  #reportTransport(): void {
    const [track] = [...this.#tracks.values()].filter(({ hasMedia }) => hasMedia)
    track?.reportTransport(performance.now())
  }

  #scheduleNacks(): void {
    if (this.#peer.isClosed) return
    this.#nacks ??= setTimeout(
      guarded('requests of lost packets', () => this.#requestMissing()),
      NACK_MS,
    )
  }

  #requestMissing(): void {
    this.#nacks = null
    const tracks = [...this.#tracks.values()]
    for (const track of tracks) track.requestMissing(performance.now())
    if (tracks.some((track) => track.isMissingPackets)) this.#scheduleNacks()
  }
}

import type { Track } from 'node-datachannel'
import { KeyframeGate } from './keyframe-gate.ts'
import { Peer } from './peer.ts'
import type { EngineConfig } from './protocol.ts'
import { PublishedTrack } from './published-track.ts'
import type { SenderReport } from './rtcp.ts'
import type { Kind } from './sdp-session.ts'
import { restrictOffer, withStartBitrate, type OfferedTrack } from './sdp.ts'

const REPORT_MS = 500
const NACK_MS = 20
const KEYFRAME_MS = 300
/** A track that is still silent so long after the other began is not waited for. */
const SECOND_TRACK_MS = 2_000
const START_KILOBITS = 1500
const MOST_BITS = 2_500_000

type Listener = {
  onPacket: (kind: Kind, packet: Buffer, now: number) => void
  onSenderReport: (kind: Kind, report: SenderReport) => void
  /** Media really arrives, once. */
  onMedia: () => void
  onLost: () => void
}

/** The broadcaster's end of a stream: receives its tracks and keeps it informed. */
export class Publisher {
  readonly offered: OfferedTrack[]
  readonly #peer: Peer
  readonly #config: EngineConfig
  readonly #listener: Listener
  readonly #tracks = new Map<Kind, PublishedTrack>()
  readonly #keyframes = new KeyframeGate(KEYFRAME_MS, () => this.#video?.requestKeyframe(performance.now()))
  readonly #reports: NodeJS.Timeout
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
    this.#reports = setInterval(() => this.#report(), REPORT_MS)
  }

  async answer(): Promise<string> {
    const sdp = await this.#peer.answer()
    const video = this.offered.find(({ kind }) => kind === 'video')
    return video ? withStartBitrate(sdp, video.codec.payloadType, START_KILOBITS) : sdp
  }

  addCandidate(candidate: string, mid: string | null): void {
    this.#peer.addRemoteCandidate(candidate, mid)
  }

  requestKeyframe(): void {
    if (!this.#peer.isClosed) this.#keyframes.request()
  }

  close(): void {
    clearInterval(this.#reports)
    if (this.#nacks) clearTimeout(this.#nacks)
    this.#nacks = null
    this.#keyframes.close()
    this.#peer.close()
  }

  get #video(): PublishedTrack | undefined {
    return this.#tracks.get('video')
  }

  #addTrack(native: Track): void {
    const offered = this.offered.find(({ mid }) => mid === native.mid())
    if (!offered) return
    const { kind } = offered
    const track = new PublishedTrack(native, offered, {
      onPacket: (packet, now) => this.#receive(kind, packet, now),
      onSenderReport: (report) => !this.#peer.isClosed && this.#listener.onSenderReport(kind, report),
      onGap: () => this.#scheduleNacks(track),
      onOutage: () => this.requestKeyframe(),
    })
    this.#tracks.set(kind, track)
  }

  #receive(kind: Kind, packet: Buffer, now: number): void {
    if (this.#peer.isClosed) return
    this.#lastPacketAt = now
    this.#firstPacketAt ??= now
    this.#listener.onPacket(kind, packet, now)
    if (!this.#hasMedia) this.#noticeMedia(now, this.#firstPacketAt)
  }

  #noticeMedia(now: number, firstPacketAt: number): void {
    const isEachHere = this.offered.every(({ kind }) => this.#tracks.get(kind)?.hasMedia)
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

  #scheduleNacks(track: PublishedTrack): void {
    if (this.#peer.isClosed) return
    this.#nacks ??= setTimeout(() => {
      this.#nacks = null
      track.requestMissing(performance.now())
      if (track.isMissingPackets) this.#scheduleNacks(track)
    }, NACK_MS)
  }
}

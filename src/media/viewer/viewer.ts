import { describeTrack } from './viewer-track.ts'
import { Downlinks } from './viewer-tracks.ts'
import { FeedbackLimit } from './feedback-limiter.ts'
import type { Forwarder } from '../tracks/forwarded-track.ts'
import { guarded } from '../process/guard.ts'
import type { Forwarded, Lane } from '../tracks/layer-track.ts'
import type { Picture } from '../tracks/layer.ts'
import { Peer } from '../peer/peer.ts'
import { PictureFeed } from '../tracks/layer-switcher.ts'
import type { EngineConfig, Quality, Shown } from '../process/protocol.ts'
import { readRtcp, type ControlMessage } from '../rtp/rtcp.ts'
import { isRtcp } from '../rtp/rtp.ts'
import type { Kind } from '../sdp/parse-session.ts'
import { restrictPlay } from '../sdp/restrict-player-offer.ts'
import { restrictAnswer, type OfferedTrack } from '../sdp/restrict-session.ts'
import { NO_SHIFT, type Shift } from '../rtp/rtp-offset.ts'
import { ViewerLine } from './link-estimator.ts'

/** Lost packets that a viewer may ask for in a second, so that no page can make the server flood it. */
const MOST_RESENT = 500
/** Browsers report at least every few seconds: who misses these has gone. In times of the peers' own timeout. */
const MISSED_REPORTS = 2

type Listener = {
  onCandidate: (candidate: string, mid: string) => void
  /** It sees nothing until the next keyframe of the layer. */
  onKeyframeNeeded: (layer: Picture) => void
  onResent: (bytes: number) => void
  /** What it gets from now on. */
  onShowing: (shown: Shown, hasLow: boolean) => void
  onLost: () => void
}

/** Which pictures the stream's broadcaster sends now, and what the full one takes (bits a second). */
export type Available = Readonly<Record<Picture, boolean> & { needed: number }>

/** A viewer's end of a stream: sends it sound and the picture that it wants, and answers what it asks for. */
export class Viewer {
  readonly peerId: string
  readonly #config: EngineConfig
  readonly #peer: Peer
  readonly #listener: Listener
  readonly #forwarders: Forwarder[]
  readonly #links = new Downlinks()
  readonly #feed: PictureFeed
  readonly #line = new ViewerLine()
  readonly #limit = new FeedbackLimit(MOST_RESENT)
  #quality: Quality = 'auto'
  #available: Available = { high: true, low: false, needed: 0 }
  #lastShowing = ''
  /** Until the answer is applied: with them a browser could start before its fingerprint is known here. */
  #heldCandidates: { candidate: string; mid: string }[] | null = []
  /** Some players never say anything. */
  #lastHeardAt = Infinity

  constructor(config: EngineConfig, peerId: string, forwarders: Forwarder[], listener: Listener) {
    this.peerId = peerId
    this.#config = config
    this.#listener = listener
    this.#forwarders = forwarders
    this.#feed = new PictureFeed((layer) => this.isReady && listener.onKeyframeNeeded(layer))
    this.#peer = new Peer(config, peerId, listener.onLost)
  }

  /** Connected, and every track is ready to take packets. */
  get isReady(): boolean {
    return this.#links.areOpen && !this.#peer.isClosed
  }

  offer(): string {
    for (const forwarder of this.#forwarders) this.#addTrack(forwarder, forwarder.offered)
    return this.#peer.offer((candidate, mid) => {
      if (this.#heldCandidates) this.#heldCandidates.push({ candidate, mid })
      else this.#listener.onCandidate(candidate, mid)
    })
  }

  /** Throws EngineFailure `bad_sdp`; the viewer may then answer again. */
  acceptAnswer(sdp: string): void {
    const offered = this.#forwarders.map((forwarder) => forwarder.offered)
    this.#peer.setRemote(restrictAnswer(sdp, offered), 'answer')
    const held = this.#heldCandidates ?? []
    this.#heldCandidates = null
    for (const { candidate, mid } of held) this.#listener.onCandidate(candidate, mid)
  }

  /** Our answer to a viewer who offers by itself. Throws EngineFailure `bad_sdp`. */
  async answer(offerSdp: string): Promise<string> {
    const offered = this.#forwarders.map((forwarder) => forwarder.offered)
    const { sdp, tracks, complete } = restrictPlay(offerSdp, offered)
    for (const forwarder of this.#forwarders) {
      const track = tracks.find(({ kind }) => kind === forwarder.offered.kind)
      if (track) this.#addTrack(forwarder, track)
    }
    this.#peer.setRemote(sdp, 'offer')
    return complete(await this.#peer.answer())
  }

  addCandidate(candidate: string, mid: string | null): void {
    this.#peer.addRemoteCandidate(candidate, mid)
  }

  setQuality(quality: Quality): void {
    this.#quality = quality
    this.#choose()
  }

  setAvailable(available: Available): void {
    this.#available = available
    this.#choose()
  }

  /** Sends a forwarded packet if the viewer wants its layer; answers whether. */
  forward(lane: Lane, forwarded: Forwarded, now: number): boolean {
    if (!this.isReady) return false
    if (lane.layer === 'audio') return this.#links.send('audio', forwarded.packet, NO_SHIFT)
    const taken = this.#feed.take(lane, forwarded, now)
    if (taken === 'no') return false
    if (taken === 'joined') this.#joined(lane)
    this.#line.noteSent()
    return this.#links.send('video', forwarded.packet, this.#feed.shift)
  }

  forwardSenderReport(lane: Lane, report: Buffer): void {
    if (!this.isReady) return
    const isSound = lane.layer === 'audio'
    if (!isSound && lane !== this.#feed.lane) return
    this.#links.sendReport(isSound ? 'audio' : 'video', report, isSound ? NO_SHIFT : this.#feed.shift)
  }

  /** Ends a viewer that vanished without a word, which the native connection takes 30 s to notice. */
  checkAlive(now: number): void {
    if (now - this.#lastHeardAt > MISSED_REPORTS * this.#config.peerTimeoutMs) this.#peer.lose()
  }

  close(): void {
    this.#peer.close()
  }

  #addTrack(forwarder: Forwarder, offered: OfferedTrack): void {
    const { kind, codec } = offered
    const native = this.#peer.sendTrack(describeTrack(forwarder.ssrc, offered))
    const isUsual = codec.payloadType === forwarder.offered.codec.payloadType
    this.#links.add(kind, native, isUsual ? null : codec.payloadType, () => this.#opened())
    native.onMessage(guarded('viewer feedback', (packet) => this.#receive(forwarder, packet)))
  }

  #opened(): void {
    if (!this.isReady) return
    this.#feed.askKeyframe(performance.now())
    this.#show()
  }

  /** With the report of its new layer the browser keeps sound and picture together across the change. */
  #joined(lane: Lane): void {
    const report = lane.senderReport
    if (report) this.forwardSenderReport(lane, report)
    this.#show()
  }

  #choose(): void {
    this.#feed.want(this.#wanted(), performance.now())
    this.#show()
  }

  /** What is not sent now gives way to what is. */
  #wanted(): Picture | null {
    if (this.#quality === 'audio') return null
    const wanted = this.#quality === 'low' ? 'low' : this.#line.picture
    const other = wanted === 'low' ? 'high' : 'low'
    return this.#available[other] && !this.#available[wanted] ? other : wanted
  }

  #show(): void {
    const shown = this.#feed.lane?.layer ?? 'audio'
    const isFirstPictureComing =
      this.#lastShowing === '' && shown === 'audio' && this.#links.has('video') && this.#wanted() !== null
    const showing = `${shown} ${this.#available.low}`
    if (!this.isReady || isFirstPictureComing || showing === this.#lastShowing) return
    this.#lastShowing = showing
    this.#listener.onShowing(shown, this.#available.low)
  }

  /** A compound packet may reach both tracks: each heeds only what concerns itself. */
  #receive(forwarder: Forwarder, packet: Buffer): void {
    if (!isRtcp(packet) || !this.isReady) return
    const now = performance.now()
    this.#lastHeardAt = now
    if (!this.#limit.admits(packet.length, now)) return
    for (const message of readRtcp(packet)) {
      if (message.type === 'estimate') this.#line.noteEstimate(message.bitrate)
      else if (message.ssrc === forwarder.ssrc) this.#heed(forwarder.offered.kind, message, now)
    }
  }

  #heed(kind: Kind, message: ControlMessage, now: number): void {
    if (message.type === 'nack') return this.#resend(kind, message.sequences, now)
    if (kind === 'audio') return
    if (message.type === 'keyframe_request') return this.#feed.askKeyframe(now)
    if (message.type !== 'receiver_report') return
    const shown = this.#feed.lane?.layer
    if (shown === 'high' || shown === 'low')
      this.#line.report(shown, message.fractionLost / 256, this.#available.needed, now)
    if (this.#quality === 'auto') this.#choose()
  }

  #resend(kind: Kind, sequences: number[], now: number): void {
    const heeded = this.#limit.heeded(sequences, now)
    if (kind === 'video') this.#line.noteAskedAgain(heeded)
    for (const sequence of heeded) {
      const found = kind === 'video' ? this.#feed.find(sequence) : this.#findSound(sequence)
      if (!found) continue
      this.#links.send(kind, found.packet, found.shift)
      this.#listener.onResent(found.packet.length)
    }
  }

  #findSound(sequence: number): { packet: Buffer; shift: Shift } | null {
    const forwarder = this.#forwarders.find(({ offered }) => offered.kind === 'audio')
    const packet = forwarder?.lanes[0]?.ring.find(sequence)
    return packet ? { packet, shift: NO_SHIFT } : null
  }
}

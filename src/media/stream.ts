import { guarded } from './process/guard.ts'
import { lateness } from './process/heartbeat.ts'
import type { StreamStats } from './process/protocol.ts'
import type { Publisher } from './publisher/publisher.ts'
import { type Keyframe, KeyframeCapture } from './recording/keyframe-capture.ts'
import type { Recorder } from './recording/recorder.ts'
import { StreamRecording } from './recording/stream-recording.ts'
import type { SenderReport } from './rtp/rtcp.ts'
import type { MediaKind } from './sdp/parse-session.ts'
import type { OfferedTrack } from './sdp/write-session.ts'
import { createForwardedTrack, type ForwardedTrack } from './tracks/forwarded-track.ts'
import type { LayerTrack } from './tracks/layer-track.ts'
import type { Layer, VideoLayer } from './tracks/layer.ts'
import type { LayerAvailability, Viewer } from './viewer/viewer.ts'

/** How often viewers and layers are checked. */
const CHECK_INTERVAL_MS = 1000
/** A layer that is silent for so long while the other one is active counts as not sent. */
const LAYER_TIMEOUT_MS = 1500
/** Media that is later than this is not forwarded. */
const MAX_LATENESS_MS = { video: 1000, audio: 2000 }

/**
 * One stream: forwards what its publisher sends to every viewer. Its tracks outlive the publisher, so that viewers stay
 * connected while the publisher reconnects.
 */
export class Stream {
  readonly id: string
  readonly #viewers = new Set<Viewer>()
  #publisher: Publisher | null = null
  #recording: StreamRecording | null = null
  #capture: KeyframeCapture | null = null
  #forwardedTracks = new Map<MediaKind, ForwardedTrack>()
  #layerTracks = new Map<Layer, LayerTrack>()
  #availability: LayerAvailability = { high: true, low: false, highBitrate: 0 }
  #checkTimer: NodeJS.Timeout | null = null
  /** Lost packets of earlier publishers. */
  #lostByEarlierPublishers = 0
  readonly #counts = { packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0, packetsRetransmitted: 0 }

  constructor(id: string, recorder: Recorder | null) {
    this.id = id
    this.recorder = recorder
  }

  /** The stream's recorder; null while it is not recorded. */
  get recorder(): Recorder | null {
    return this.#recording?.recorder ?? null
  }

  set recorder(recorder: Recorder | null) {
    this.#recording = recorder && new StreamRecording(recorder, (layer) => this.requestKeyframe(layer))
    this.#recording?.setAvailability(this.#availability, performance.now())
  }

  get publisher(): Publisher | null {
    return this.#publisher
  }

  get forwardedTracks(): ForwardedTrack[] {
    return [...this.#forwardedTracks.values()]
  }

  get isEmpty(): boolean {
    return !this.#publisher && this.#viewers.size === 0
  }

  get stats(): StreamStats {
    return {
      streamId: this.id,
      viewers: this.#viewers.size,
      ...this.#counts,
      packetsLost: this.#lostByEarlierPublishers + (this.#publisher?.packetsLost ?? 0),
      hasLowLayer: this.#availability.low,
      isRecording: this.#recording !== null,
    }
  }

  /**
   * Replaces the earlier publisher, which the caller closes. Returns the viewers whose tracks do not match the new
   * publisher: the caller closes them and offers them the new tracks.
   */
  setPublisher(publisher: Publisher): Viewer[] {
    this.#dropPublisher()
    this.#publisher = publisher
    this.#startChecks()
    this.recorder?.expectNewSource()
    if (this.#canServe(publisher.offered)) {
      for (const track of this.#layerTracks.values()) track.expectNewSource()
      this.#updateAvailability(performance.now())
      return []
    }
    const tracks = publisher.offered.filter(({ layer }) => layer !== 'low')
    this.#forwardedTracks = new Map(
      tracks.map(({ kind, codec }) => [kind, createForwardedTrack(kind, codec.name)]),
    )
    this.#layerTracks = new Map(
      this.forwardedTracks.flatMap(({ layerTracks }) => layerTracks.map((track) => [track.layer, track])),
    )
    // Recreated: the sequence numbers and clocks of the earlier tracks do not apply to the new ones.
    this.recorder = this.#recording?.recorder ?? null
    this.#updateAvailability(performance.now())
    const mismatched = [...this.#viewers]
    for (const viewer of mismatched) this.removeViewer(viewer)
    return mismatched
  }

  removePublisher(publisher: Publisher): void {
    if (this.#publisher === publisher) this.#dropPublisher()
    this.#stopChecksWhenEmpty()
  }

  addViewer(viewer: Viewer): void {
    this.#viewers.add(viewer)
    this.#updateAvailability(performance.now())
    this.#startChecks()
  }

  removeViewer(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    this.#stopChecksWhenEmpty()
  }

  requestKeyframe(layer: VideoLayer): void {
    this.#publisher?.requestKeyframe(layer)
  }

  /** Requests a keyframe of the layer that is being recorded. */
  requestRecordingKeyframe(): void {
    this.#recording?.requestKeyframe(performance.now())
  }

  /** Requests a keyframe of the smallest layer. Resolves to null if none arrives within some seconds. */
  async captureKeyframe(): Promise<Keyframe | null> {
    const track = this.#layerTracks.get(this.#availability.low ? 'low' : 'high')
    if (!track || track.layer === 'audio' || !this.#publisher) return null
    if (!this.#capture) {
      this.#capture = new KeyframeCapture(track)
      this.requestKeyframe(track.layer)
    }
    const { result } = this.#capture
    try {
      return await result
    } finally {
      this.#capture = null
    }
  }

  countRetransmission(bytes: number): void {
    this.#counts.packetsRetransmitted++
    this.#countOut(bytes)
  }

  forward(layer: Layer, packet: Buffer, now: number): void {
    this.#counts.packetsIn++
    this.#counts.bytesIn += packet.length
    const track = this.#layerTracks.get(layer)
    if (!track || this.#isTooLate(track, packet, now)) return
    const isFirst = track.lastPacketAt === -Infinity
    const forwarded = track.rewrite(packet, now)
    if (!forwarded) return
    this.#recording?.addPacket(track, forwarded, now)
    this.#capture?.addPacket(track, forwarded.packet, now)
    if (isFirst) this.#updateAvailability(now)
    for (const viewer of this.#viewers)
      if (viewer.forward(track, forwarded, now)) this.#countOut(forwarded.packet.length)
  }

  /**
   * An engine with more viewers than it can serve would forward ever later video, and hardly respond to the app. It catches
   * up by leaving out video up to the next keyframe, and only when that is not enough audio.
   */
  #isTooLate(track: LayerTrack, packet: Buffer, now: number): boolean {
    if (track.layer === 'audio') return lateness(now) > MAX_LATENESS_MS.audio
    if (lateness(now) > MAX_LATENESS_MS.video) track.skipToKeyframe(now)
    if (!track.skips(packet, now)) return false
    this.requestKeyframe(track.layer)
    return true
  }

  forwardSenderReport(layer: Layer, published: SenderReport): void {
    const track = this.#layerTracks.get(layer)
    track?.setSenderReport(published)
    const report = track?.senderReport
    if (!track || !report) return
    this.#recording?.addSenderReport(track, report)
    for (const viewer of this.#viewers) viewer.forwardSenderReport(track, report)
  }

  #countOut(bytes: number): void {
    this.#counts.packetsOut++
    this.#counts.bytesOut += bytes
  }

  #startChecks(): void {
    this.#checkTimer ??= setInterval(
      guarded('stream check', () => this.#check(performance.now())),
      CHECK_INTERVAL_MS,
    )
  }

  #stopChecksWhenEmpty(): void {
    if (!this.isEmpty || !this.#checkTimer) return
    clearInterval(this.#checkTimer)
    this.#checkTimer = null
  }

  #check(now: number): void {
    this.#updateAvailability(now)
    for (const viewer of this.#viewers) viewer.checkAlive()
  }

  /** Updates the viewers and the recording with the layers that are sent. */
  #updateAvailability(now: number): void {
    const [high, low] = [this.#layerTracks.get('high'), this.#layerTracks.get('low')]
    const isActive = (track: LayerTrack | undefined) =>
      track !== undefined && now - track.lastPacketAt < LAYER_TIMEOUT_MS
    this.#availability = {
      high: high !== undefined && (isActive(high) || !isActive(low)),
      low: low !== undefined && low.lastPacketAt > -Infinity && (isActive(low) || !isActive(high)),
      highBitrate: high?.bitrate ?? 0,
    }
    for (const viewer of this.#viewers) viewer.setAvailability(this.#availability)
    this.#recording?.setAvailability(this.#availability, now)
  }

  #dropPublisher(): void {
    this.#lostByEarlierPublishers += this.#publisher?.packetsLost ?? 0
    this.#publisher = null
  }

  #canServe(offered: OfferedTrack[]): boolean {
    const tracks = offered.filter(({ layer }) => layer !== 'low')
    return (
      tracks.length === this.#forwardedTracks.size &&
      tracks.every(({ kind, codec }) => this.#forwardedTracks.get(kind)?.offered.codec.name === codec.name)
    )
  }
}

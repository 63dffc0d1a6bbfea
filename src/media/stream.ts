import { createForwarder, type Forwarder } from './tracks/forwarded-track.ts'
import { guarded } from './process/guard.ts'
import type { Lane } from './tracks/layer-track.ts'
import type { Layer, Picture } from './tracks/layer.ts'
import type { StreamStats } from './process/protocol.ts'
import type { Publisher } from './publisher/publisher.ts'
import { RecordingFeed } from './recording/stream-recording.ts'
import type { Recorder } from './recording/recorder.ts'
import type { SenderReport } from './rtp/rtcp.ts'
import type { Kind } from './sdp/parse-session.ts'
import type { OfferedTrack } from './sdp/restrict-session.ts'
import type { Available, Viewer } from './viewer/viewer.ts'

/** How often viewers and layers are looked after. */
const WATCH_MS = 1000
/** A layer that is silent so long while the other one comes is not sent any more. */
const SILENT_MS = 1500

/**
 * One broadcast: what its publisher sends goes to every viewer. The tracks that viewers see outlive the
 * publisher, so that viewers stay connected while a broadcaster is away and comes back.
 */
export class Stream {
  readonly id: string
  readonly #viewers = new Set<Viewer>()
  #publisher: Publisher | null = null
  #recording: RecordingFeed | null = null
  #forwarders = new Map<Kind, Forwarder>()
  #lanes = new Map<Layer, Lane>()
  #available: Available = { high: true, low: false, needed: 0 }
  #watch: NodeJS.Timeout | null = null
  /** Packets that earlier publishers lost. */
  #lostBefore = 0
  readonly #counts = { packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0, packetsResent: 0 }

  constructor(id: string, recorder: Recorder | null) {
    this.id = id
    this.recorder = recorder
  }

  /** Who writes it, if anybody does. */
  get recorder(): Recorder | null {
    return this.#recording?.recorder ?? null
  }

  set recorder(recorder: Recorder | null) {
    this.#recording = recorder && new RecordingFeed(recorder, (layer) => this.requestKeyframe(layer))
    this.#recording?.setAvailable(this.#available, performance.now())
  }

  get publisher(): Publisher | null {
    return this.#publisher
  }

  get forwarders(): Forwarder[] {
    return [...this.#forwarders.values()]
  }

  get isEmpty(): boolean {
    return !this.#publisher && this.#viewers.size === 0
  }

  get stats(): StreamStats {
    return {
      streamId: this.id,
      viewers: this.#viewers.size,
      ...this.#counts,
      packetsLost: this.#lostBefore + (this.#publisher?.packetsLost ?? 0),
      hasLow: this.#available.low,
      isRecording: this.#recording !== null,
    }
  }

  /**
   * Takes over from an earlier publisher, which the caller closes. Viewers whose tracks the new one cannot
   * serve are handed back: the caller closes them, and they have to be offered the new tracks.
   */
  setPublisher(publisher: Publisher): Viewer[] {
    this.#leavePublisher()
    this.#publisher = publisher
    this.#keepWatch()
    this.recorder?.expectNewSource()
    if (this.#serves(publisher.offered)) {
      for (const lane of this.#lanes.values()) lane.expectNewSource()
      this.#lookAfterLayers(performance.now())
      return []
    }
    const tracks = publisher.offered.filter(({ layer }) => layer !== 'low')
    this.#forwarders = new Map(tracks.map(({ kind, codec }) => [kind, createForwarder(kind, codec.name)]))
    this.#lanes = new Map(this.forwarders.flatMap(({ lanes }) => lanes.map((lane) => [lane.layer, lane])))
    // What it had of the earlier tracks has nothing to do with these.
    this.recorder = this.#recording?.recorder ?? null
    this.#lookAfterLayers(performance.now())
    const stranded = [...this.#viewers]
    for (const viewer of stranded) this.removeViewer(viewer)
    return stranded
  }

  removePublisher(publisher: Publisher): void {
    if (this.#publisher === publisher) this.#leavePublisher()
    this.#restWhenEmpty()
  }

  addViewer(viewer: Viewer): void {
    this.#viewers.add(viewer)
    this.#lookAfterLayers(performance.now())
    this.#keepWatch()
  }

  removeViewer(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    this.#restWhenEmpty()
  }

  requestKeyframe(layer: Picture): void {
    this.#publisher?.requestKeyframe(layer)
  }

  /** The recording needs one of the picture that it gets. */
  requestRecordedKeyframe(): void {
    this.#recording?.askKeyframe(performance.now())
  }

  countResent(bytes: number): void {
    this.#counts.packetsResent++
    this.#countOut(bytes)
  }

  forward(layer: Layer, packet: Buffer, now: number): void {
    this.#counts.packetsIn++
    this.#counts.bytesIn += packet.length
    const lane = this.#lanes.get(layer)
    const isFirst = lane?.arrivedAt === -Infinity
    const forwarded = lane?.forward(packet, now)
    if (!lane || !forwarded) return
    this.#recording?.take(lane, forwarded, now)
    if (isFirst) this.#lookAfterLayers(now)
    for (const viewer of this.#viewers)
      if (viewer.forward(lane, forwarded, now)) this.#countOut(forwarded.packet.length)
  }

  forwardSenderReport(layer: Layer, report: SenderReport): void {
    const lane = this.#lanes.get(layer)
    lane?.noteSenderReport(report)
    const out = lane?.senderReport
    if (!lane || !out) return
    this.#recording?.noteSenderReport(lane, out)
    for (const viewer of this.#viewers) viewer.forwardSenderReport(lane, out)
  }

  #countOut(bytes: number): void {
    this.#counts.packetsOut++
    this.#counts.bytesOut += bytes
  }

  #keepWatch(): void {
    this.#watch ??= setInterval(
      guarded('looking after a stream', () => this.#lookAfter(performance.now())),
      WATCH_MS,
    )
  }

  #restWhenEmpty(): void {
    if (!this.isEmpty || !this.#watch) return
    clearInterval(this.#watch)
    this.#watch = null
  }

  #lookAfter(now: number): void {
    this.#lookAfterLayers(now)
    for (const viewer of this.#viewers) viewer.checkAlive(now)
  }

  /** Tells the viewers and the recording which pictures come. */
  #lookAfterLayers(now: number): void {
    const [high, low] = [this.#lanes.get('high'), this.#lanes.get('low')]
    const flows = (lane: Lane | undefined) => lane !== undefined && now - lane.arrivedAt < SILENT_MS
    this.#available = {
      high: high !== undefined && (flows(high) || !flows(low)),
      low: low !== undefined && low.arrivedAt > -Infinity && (flows(low) || !flows(high)),
      needed: high?.bitrate ?? 0,
    }
    for (const viewer of this.#viewers) viewer.setAvailable(this.#available)
    this.#recording?.setAvailable(this.#available, now)
  }

  #leavePublisher(): void {
    this.#lostBefore += this.#publisher?.packetsLost ?? 0
    this.#publisher = null
  }

  #serves(offered: OfferedTrack[]): boolean {
    const tracks = offered.filter(({ layer }) => layer !== 'low')
    return (
      tracks.length === this.#forwarders.size &&
      tracks.every(({ kind, codec }) => this.#forwarders.get(kind)?.offered.codec.name === codec.name)
    )
  }
}

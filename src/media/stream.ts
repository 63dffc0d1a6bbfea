import { createForwarder, type Forwarder } from './forwarder.ts'
import type { StreamStats } from './protocol.ts'
import type { Publisher } from './publisher.ts'
import type { Recorder } from './recording/recorder.ts'
import type { SenderReport } from './rtcp.ts'
import type { Kind } from './sdp-session.ts'
import type { OfferedTrack } from './sdp.ts'
import type { Viewer } from './viewer.ts'

/**
 * One broadcast: what its publisher sends goes to every viewer. The tracks that viewers see outlive the
 * publisher, so that viewers stay connected while a broadcaster is away and comes back.
 */
export class Stream {
  readonly id: string
  /** What is written of it, if anything is. */
  recorder: Recorder | null
  readonly #viewers = new Set<Viewer>()
  #publisher: Publisher | null = null
  #forwarders = new Map<Kind, Forwarder>()
  #packetsIn = 0
  #packetsOut = 0

  constructor(id: string, recorder: Recorder | null) {
    this.id = id
    this.recorder = recorder
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
      packetsIn: this.#packetsIn,
      packetsOut: this.#packetsOut,
      bytesIn: 0,
      bytesOut: 0,
      packetsLost: 0,
      packetsResent: 0,
      hasLow: false,
      isRecording: this.recorder !== null,
    }
  }

  /**
   * Takes over from an earlier publisher, which the caller closes. Viewers whose tracks the new one cannot
   * serve are handed back: the caller closes them, and they have to be offered the new tracks.
   */
  setPublisher(publisher: Publisher): Viewer[] {
    this.#publisher = publisher
    this.recorder?.expectNewSource()
    if (this.#serves(publisher.offered)) {
      for (const forwarder of this.forwarders) forwarder.rewriter.expectNewSource()
      return []
    }
    this.#forwarders = new Map(
      publisher.offered.map(({ kind, codec }) => [kind, createForwarder(kind, codec.name)]),
    )
    const stranded = [...this.#viewers]
    this.#viewers.clear()
    return stranded
  }

  removePublisher(publisher: Publisher): void {
    if (this.#publisher === publisher) this.#publisher = null
  }

  addViewer(viewer: Viewer): void {
    this.#viewers.add(viewer)
  }

  removeViewer(viewer: Viewer): void {
    this.#viewers.delete(viewer)
  }

  requestKeyframe(): void {
    this.#publisher?.requestKeyframe()
  }

  countResent(): void {
    this.#packetsOut++
  }

  forward(kind: Kind, packet: Buffer, now: number): void {
    this.#packetsIn++
    const forwarder = this.#forwarders.get(kind)
    const out = forwarder?.rewriter.rewrite(packet, now)
    if (!forwarder || !out) return
    forwarder.ring.put(out)
    this.recorder?.take(forwarder.offered.codec.name, out, now)
    for (const viewer of this.#viewers) {
      if (!viewer.isReady) continue
      viewer.send(kind, out)
      this.#packetsOut++
    }
  }

  forwardSenderReport(kind: Kind, report: SenderReport): void {
    const forwarder = this.#forwarders.get(kind)
    const out = forwarder?.rewriter.senderReport(report)
    if (!forwarder || !out) return
    this.recorder?.noteSenderReport(forwarder.offered.codec.name, out)
    for (const viewer of this.#viewers) if (viewer.isReady) viewer.send(kind, out)
  }

  #serves(offered: OfferedTrack[]): boolean {
    return (
      offered.length === this.#forwarders.size &&
      offered.every(({ kind, codec }) => this.#forwarders.get(kind)?.offered.codec.name === codec.name)
    )
  }
}

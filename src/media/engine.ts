import { EngineError } from './process/engine-error.ts'
import type { EngineConfig, EngineEvent, Quality, StreamStats } from './process/protocol.ts'
import { Publisher } from './publisher/publisher.ts'
import { ReceiveLimiters } from './publisher/receive-limiter.ts'
import type { Keyframe } from './recording/keyframe-capture.ts'
import { Recorder } from './recording/recorder.ts'
import { Stream } from './stream.ts'
import { VIDEO_LAYERS } from './tracks/layer.ts'
import { Viewer } from './viewer/viewer.ts'

type PeerEntry = { stream: Stream } & (
  | { role: 'publisher'; peer: Publisher }
  | { role: 'viewer'; peer: Viewer }
)

/** All streams of this process, and the peers that publish or watch them by peer id. */
export class Engine {
  readonly #config: EngineConfig
  readonly #emit: (event: EngineEvent) => void
  readonly #streams = new Map<string, Stream>()
  readonly #peers = new Map<string, PeerEntry>()
  /** By stream id. A recording outlives its stream: the publisher may come back. */
  readonly #recorders = new Map<string, Recorder>()
  readonly #receiveLimiters = new ReceiveLimiters()
  #maxBitrate: number

  constructor(config: EngineConfig, emit: (event: EngineEvent) => void) {
    this.#config = config
    this.#maxBitrate = config.maxBitrate
    this.#emit = emit
  }

  /**
   * Returns the answer to a publisher's offer. The new publisher replaces the stream's earlier one. An offer that
   * throws `bad_sdp` changes nothing.
   */
  async publish(streamId: string, peerId: string, offerSdp: string): Promise<string> {
    const stream = this.#streams.get(streamId) ?? new Stream(streamId, this.#recorders.get(streamId) ?? null)
    const limiter = this.#receiveLimiters.get(streamId, this.#maxBitrate, performance.now())
    const publisher: Publisher = new Publisher(this.#config, peerId, offerSdp, {
      maxBitrate: () => this.#maxBitrate,
      allowsPacket: (bytes, now) => limiter.allowsPacket(bytes, now),
      onPacket: (layer, packet, now) => stream.forward(layer, packet, now),
      onSenderReport: (layer, report) => stream.forwardSenderReport(layer, report),
      onMedia: () => {
        // Viewers of the earlier publisher cannot decode the new one before a whole keyframe arrives.
        for (const layer of VIDEO_LAYERS) publisher.requestKeyframe(layer)
        this.#emit({ type: 'publishing', streamId, peerId })
      },
      onLost: () => this.#handleLostPeer(peerId),
    })
    this.#closeOtherPublishers(stream, publisher)
    this.#addPeer(peerId, { stream, role: 'publisher', peer: publisher })
    this.#reofferViewers(stream.setPublisher(publisher), streamId)
    try {
      return await publisher.answer()
    } catch (error) {
      if (this.#peers.get(peerId)?.peer === publisher) this.closePeer(peerId)
      throw error
    }
  }

  /** Returns the offer for a viewer. Throws `not_publishing` while the stream has no publisher. */
  watch(streamId: string, peerId: string, quality: Quality): string {
    const viewer = this.#addViewer(this.#getPublishedStream(streamId), peerId, quality)
    try {
      return viewer.offer()
    } catch (error) {
      this.closePeer(peerId)
      throw error
    }
  }

  /** Throws `unknown_peer`, or `bad_sdp` when the answer does not fit the offer; the viewer may then answer again. */
  acceptAnswer(peerId: string, sdp: string): void {
    const entry = this.#peers.get(peerId)
    if (entry?.role !== 'viewer') throw new EngineError('unknown_peer', 'This viewer was offered nothing.')
    entry.peer.acceptAnswer(sdp)
  }

  /** Returns the answer to a player that offers by itself (WHEP). Throws `not_publishing` or `bad_sdp`. */
  async play(streamId: string, peerId: string, offerSdp: string, quality: Quality): Promise<string> {
    const viewer = this.#addViewer(this.#getPublishedStream(streamId), peerId, quality)
    try {
      return await viewer.answer(offerSdp)
    } catch (error) {
      if (this.#peers.get(peerId)?.peer === viewer) this.closePeer(peerId)
      throw error
    }
  }

  /** Sent to publishers with their next report; their receive limit changes when they connect again. */
  setMaxBitrate(maxBitrate: number): void {
    this.#maxBitrate = maxBitrate
  }

  setQuality(peerId: string, quality: Quality): void {
    const entry = this.#peers.get(peerId)
    if (entry?.role === 'viewer') entry.peer.setQuality(quality)
  }

  /**
   * Records the stream's publishers, now and later, into files of `folder`, until `stopRecording`. A failure is emitted
   * as `recording_failed`. A stream that is being recorded stays as it is.
   */
  record(streamId: string, folder: string): void {
    if (this.#recorders.has(streamId)) return
    const recorder: Recorder = new Recorder(folder, {
      onKeyframeNeeded: () => this.#streams.get(streamId)?.requestRecordingKeyframe(),
      onFailed: (message) => {
        this.#removeRecorder(streamId, recorder)
        this.#emit({ type: 'recording_failed', streamId, message })
      },
    })
    this.#recorders.set(streamId, recorder)
    const stream = this.#streams.get(streamId)
    if (stream) stream.recorder = recorder
  }

  /** Resolves when all files of the recording are complete. */
  async stopRecording(streamId: string): Promise<void> {
    const recorder = this.#recorders.get(streamId)
    if (!recorder) return
    this.#removeRecorder(streamId, recorder)
    await recorder.stop()
  }

  /** Resolves to null if no keyframe arrives within some seconds. Throws `not_publishing`. */
  captureKeyframe(streamId: string): Promise<Keyframe | null> {
    return this.#getPublishedStream(streamId).captureKeyframe()
  }

  addCandidate(peerId: string, candidate: string, mid: string | null): void {
    this.#peers.get(peerId)?.peer.addCandidate(candidate, mid)
  }

  closePeer(peerId: string): void {
    this.#peers.get(peerId)?.peer.close()
    this.#removePeer(peerId)
  }

  endStream(streamId: string): void {
    for (const [peerId, { stream }] of this.#peers) if (stream.id === streamId) this.closePeer(peerId)
  }

  stats(): StreamStats[] {
    return [...this.#streams.values()].map((stream) => stream.stats)
  }

  #getPublishedStream(streamId: string): Stream {
    const stream = this.#streams.get(streamId)
    if (!stream?.publisher) throw new EngineError('not_publishing', 'Nobody publishes this stream now.')
    return stream
  }

  #addViewer(stream: Stream, peerId: string, quality: Quality): Viewer {
    const streamId = stream.id
    const viewer = new Viewer(this.#config, peerId, stream.forwardedTracks, {
      onCandidate: (candidate, mid) => this.#emit({ type: 'candidate', peerId, candidate, mid }),
      onKeyframeNeeded: (layer) => stream.requestKeyframe(layer),
      onRetransmission: (bytes) => stream.countRetransmission(bytes),
      onLayerChange: (layer, hasLowLayer) =>
        this.#emit({ type: 'layer_changed', streamId, peerId, layer, hasLowLayer }),
      onLost: () => this.#handleLostPeer(peerId),
    })
    viewer.setQuality(quality)
    this.#addPeer(peerId, { stream, role: 'viewer', peer: viewer })
    stream.addViewer(viewer)
    return viewer
  }

  /** Closes the stream's earlier publisher, whatever its peer id. */
  #closeOtherPublishers(stream: Stream, publisher: Publisher): void {
    for (const [peerId, entry] of this.#peers)
      if (entry.stream === stream && entry.role === 'publisher' && entry.peer !== publisher) {
        // `closePeer` would remove the stream, which looks empty for a moment.
        entry.peer.close()
        this.#peers.delete(peerId)
      }
  }

  #addPeer(peerId: string, entry: PeerEntry): void {
    this.closePeer(peerId)
    this.#peers.set(peerId, entry)
    this.#streams.set(entry.stream.id, entry.stream)
  }

  #reofferViewers(viewers: Viewer[], streamId: string): void {
    for (const { peerId } of viewers) {
      this.closePeer(peerId)
      this.#emit({ type: 'reoffer', streamId, peerId })
    }
  }

  /** Called when a peer's connection ended by itself. */
  #handleLostPeer(peerId: string): void {
    const entry = this.#peers.get(peerId)
    if (!entry) return
    this.closePeer(peerId)
    this.#emit({ type: 'peer_closed', streamId: entry.stream.id, peerId, role: entry.role })
  }

  #removeRecorder(streamId: string, recorder: Recorder): void {
    if (this.#recorders.get(streamId) === recorder) this.#recorders.delete(streamId)
    const stream = this.#streams.get(streamId)
    if (stream?.recorder === recorder) stream.recorder = null
  }

  #removePeer(peerId: string): void {
    const entry = this.#peers.get(peerId)
    if (!entry) return
    this.#peers.delete(peerId)
    if (entry.role === 'publisher') entry.stream.removePublisher(entry.peer)
    else entry.stream.removeViewer(entry.peer)
    if (entry.stream.isEmpty) this.#streams.delete(entry.stream.id)
  }
}

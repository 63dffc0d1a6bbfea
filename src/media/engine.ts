import { EngineFailure } from './process/engine-error.ts'
import { PICTURES } from './tracks/layer.ts'
import type { EngineConfig, EngineEvent, Quality, StreamStats } from './process/protocol.ts'
import { Publisher } from './publisher/publisher.ts'
import { Recorder } from './recording/recorder.ts'
import { Stream } from './stream.ts'
import { Viewer } from './viewer/viewer.ts'

type Member = { stream: Stream } & ({ role: 'publisher'; end: Publisher } | { role: 'viewer'; end: Viewer })

/** All streams of this process, and who takes part in them under which peer id. */
export class Engine {
  readonly #config: EngineConfig
  readonly #emit: (event: EngineEvent) => void
  readonly #streams = new Map<string, Stream>()
  readonly #members = new Map<string, Member>()
  /** By stream; a recording outlives its stream, which may come back. */
  readonly #recorders = new Map<string, Recorder>()

  constructor(config: EngineConfig, emit: (event: EngineEvent) => void) {
    this.#config = config
    this.#emit = emit
  }

  /** The answer for a broadcaster, who replaces an earlier one. An unusable offer changes nothing. */
  async publish(streamId: string, peerId: string, offerSdp: string): Promise<string> {
    const stream = this.#streams.get(streamId) ?? new Stream(streamId, this.#recorders.get(streamId) ?? null)
    const publisher: Publisher = new Publisher(this.#config, peerId, offerSdp, {
      onPacket: (layer, packet, now) => stream.forward(layer, packet, now),
      onSenderReport: (layer, report) => stream.forwardSenderReport(layer, report),
      onMedia: () => {
        // Who watched the earlier publisher sees nothing of this one until a keyframe arrives whole.
        for (const layer of PICTURES) publisher.requestKeyframe(layer)
        this.#emit({ type: 'publishing', streamId, peerId })
      },
      onLost: () => this.#lose(peerId),
    })
    this.#takeOver(stream, publisher)
    this.#enter(peerId, { stream, role: 'publisher', end: publisher })
    this.#reofferStranded(stream.setPublisher(publisher), streamId)
    try {
      return await publisher.answer()
    } catch (error) {
      if (this.#members.get(peerId)?.end === publisher) this.closePeer(peerId)
      throw error
    }
  }

  /** The offer for a viewer. Throws `not_publishing` while nobody publishes the stream. */
  watch(streamId: string, peerId: string, quality: Quality): string {
    const viewer = this.#addViewer(this.#published(streamId), peerId, quality)
    try {
      return viewer.offer()
    } catch (error) {
      this.closePeer(peerId)
      throw error
    }
  }

  /** Throws `unknown_peer`, or `bad_sdp` for an answer that does not fit the offer. */
  acceptAnswer(peerId: string, sdp: string): void {
    const member = this.#members.get(peerId)
    if (member?.role !== 'viewer') throw new EngineFailure('unknown_peer', 'This viewer was offered nothing.')
    member.end.acceptAnswer(sdp)
  }

  /** The answer for a viewer who offers by itself (WHEP). Throws `not_publishing`, `bad_sdp`. */
  async play(streamId: string, peerId: string, offerSdp: string, quality: Quality): Promise<string> {
    const viewer = this.#addViewer(this.#published(streamId), peerId, quality)
    try {
      return await viewer.answer(offerSdp)
    } catch (error) {
      if (this.#members.get(peerId)?.end === viewer) this.closePeer(peerId)
      throw error
    }
  }

  setQuality(peerId: string, quality: Quality): void {
    const member = this.#members.get(peerId)
    if (member?.role === 'viewer') member.end.setQuality(quality)
  }

  /** Writes into files of the folder whatever is published, now and later. What goes wrong comes as an event. */
  record(streamId: string, folder: string): void {
    if (this.#recorders.has(streamId)) return
    const recorder: Recorder = new Recorder(folder, {
      onKeyframeNeeded: () => this.#streams.get(streamId)?.requestRecordedKeyframe(),
      onFailed: (message) => {
        this.#forgetRecorder(streamId, recorder)
        this.#emit({ type: 'recording_failed', streamId, message })
      },
    })
    this.#recorders.set(streamId, recorder)
    const stream = this.#streams.get(streamId)
    if (stream) stream.recorder = recorder
  }

  /** Resolves when all files are whole. */
  async stopRecording(streamId: string): Promise<void> {
    const recorder = this.#recorders.get(streamId)
    if (!recorder) return
    this.#forgetRecorder(streamId, recorder)
    await recorder.stop()
  }

  addCandidate(peerId: string, candidate: string, mid: string | null): void {
    this.#members.get(peerId)?.end.addCandidate(candidate, mid)
  }

  closePeer(peerId: string): void {
    this.#members.get(peerId)?.end.close()
    this.#forget(peerId)
  }

  endStream(streamId: string): void {
    for (const [peerId, { stream }] of this.#members) if (stream.id === streamId) this.closePeer(peerId)
  }

  stats(): StreamStats[] {
    return [...this.#streams.values()].map((stream) => stream.stats)
  }

  #published(streamId: string): Stream {
    const stream = this.#streams.get(streamId)
    if (!stream?.publisher) throw new EngineFailure('not_publishing', 'Nobody publishes this stream now.')
    return stream
  }

  #addViewer(stream: Stream, peerId: string, quality: Quality): Viewer {
    const streamId = stream.id
    const viewer = new Viewer(this.#config, peerId, stream.forwarders, {
      onCandidate: (candidate, mid) => this.#emit({ type: 'candidate', peerId, candidate, mid }),
      onKeyframeNeeded: (layer) => stream.requestKeyframe(layer),
      onResent: (bytes) => stream.countResent(bytes),
      onShowing: (shown, hasLow) => this.#emit({ type: 'showing', streamId, peerId, shown, hasLow }),
      onLost: () => this.#lose(peerId),
    })
    viewer.setQuality(quality)
    this.#enter(peerId, { stream, role: 'viewer', end: viewer })
    stream.addViewer(viewer)
    return viewer
  }

  /** The earlier broadcaster of the stream goes, whatever its peer id. */
  #takeOver(stream: Stream, publisher: Publisher): void {
    for (const [peerId, member] of this.#members)
      if (member.stream === stream && member.role === 'publisher' && member.end !== publisher) {
        // Out of the list, but not by `closePeer`: the stream must not look empty in between.
        member.end.close()
        this.#members.delete(peerId)
      }
  }

  #enter(peerId: string, member: Member): void {
    this.closePeer(peerId)
    this.#members.set(peerId, member)
    this.#streams.set(member.stream.id, member.stream)
  }

  #reofferStranded(viewers: Viewer[], streamId: string): void {
    for (const { peerId } of viewers) {
      this.closePeer(peerId)
      this.#emit({ type: 'reoffer', streamId, peerId })
    }
  }

  /** A peer ended by itself. */
  #lose(peerId: string): void {
    const member = this.#members.get(peerId)
    if (!member) return
    this.closePeer(peerId)
    this.#emit({ type: 'peer_closed', streamId: member.stream.id, peerId, role: member.role })
  }

  #forgetRecorder(streamId: string, recorder: Recorder): void {
    if (this.#recorders.get(streamId) === recorder) this.#recorders.delete(streamId)
    const stream = this.#streams.get(streamId)
    if (stream?.recorder === recorder) stream.recorder = null
  }

  #forget(peerId: string): void {
    const member = this.#members.get(peerId)
    if (!member) return
    this.#members.delete(peerId)
    if (member.role === 'publisher') member.stream.removePublisher(member.end)
    else member.stream.removeViewer(member.end)
    if (member.stream.isEmpty) this.#streams.delete(member.stream.id)
  }
}

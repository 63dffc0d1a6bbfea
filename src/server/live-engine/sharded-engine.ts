import type { EncodedKeyframe, Quality } from '#media/process/protocol.ts'
import type { EngineEvents, EngineStats, MediaEngine } from './media-engine.ts'

/**
 * Joins several engines into one. The stream's id decides which of them serves it, so the death of one engine affects
 * only its own streams. A single engine is returned as it is.
 */
export function createShardedEngine(engines: readonly [MediaEngine, ...MediaEngine[]]): MediaEngine {
  return engines.length === 1 ? engines[0] : new ShardedEngine(engines)
}

type PeerLocation = { engine: MediaEngine; streamId: string }

class ShardedEngine implements MediaEngine {
  readonly #engines: readonly [MediaEngine, ...MediaEngine[]]
  /** By peer id, and the peer ids of each stream, so that they are removed together. */
  readonly #locations = new Map<string, PeerLocation>()
  readonly #peerIdsByStream = new Map<string, Set<string>>()
  /** The publisher's peer id by stream: an engine emits no event for one that is replaced. */
  readonly #publisherIdByStream = new Map<string, string>()
  readonly #unsubscribers: (() => void)[]

  constructor(engines: readonly [MediaEngine, ...MediaEngine[]]) {
    this.#engines = engines
    this.#unsubscribers = engines.flatMap((engine) => [
      engine.on('peerClosed', ({ peerId }) => this.#removePeer(peerId)),
      engine.on('reoffer', ({ peerId }) => this.#removePeer(peerId)),
      engine.on('down', () => this.#removePeersOf(engine)),
    ])
  }

  async start(): Promise<void> {
    const started = await Promise.allSettled(this.#engines.map((engine) => engine.start()))
    const failed = started.find((result) => result.status === 'rejected')
    if (!failed) return
    await Promise.all(this.#engines.map((engine) => engine.close()))
    throw failed.reason
  }

  async publish(streamId: string, peerId: string, offerSdp: string): Promise<string> {
    const answer = await this.#addPeer(streamId, peerId, (engine) =>
      engine.publish(streamId, peerId, offerSdp),
    )
    const earlier = this.#publisherIdByStream.get(streamId)
    if (earlier !== undefined && earlier !== peerId) this.#removePeer(earlier)
    if (this.#locations.has(peerId)) this.#publisherIdByStream.set(streamId, peerId)
    return answer
  }

  watch(streamId: string, peerId: string, quality: Quality): Promise<string> {
    return this.#addPeer(streamId, peerId, (engine) => engine.watch(streamId, peerId, quality))
  }

  play(streamId: string, peerId: string, offerSdp: string, quality: Quality): Promise<string> {
    return this.#addPeer(streamId, peerId, (engine) => engine.play(streamId, peerId, offerSdp, quality))
  }

  tryAdmit(streamId: string): boolean {
    return this.#engineOfStream(streamId).tryAdmit(streamId)
  }

  acceptAnswer(peerId: string, answerSdp: string): Promise<void> {
    // An unknown peer is unknown to every engine: any of them rejects.
    return (this.#engineOfPeer(peerId) ?? this.#engines[0]).acceptAnswer(peerId, answerSdp)
  }

  addCandidate(peerId: string, candidate: string, mid: string | null): void {
    this.#engineOfPeer(peerId)?.addCandidate(peerId, candidate, mid)
  }

  setQuality(peerId: string, quality: Quality): void {
    this.#engineOfPeer(peerId)?.setQuality(peerId, quality)
  }

  setMaxBitrate(maxBitrate: number): void {
    for (const engine of this.#engines) engine.setMaxBitrate(maxBitrate)
  }

  closePeer(peerId: string): void {
    this.#engineOfPeer(peerId)?.closePeer(peerId)
    this.#removePeer(peerId)
  }

  endStream(streamId: string): void {
    this.#engineOfStream(streamId).endStream(streamId)
    for (const peerId of this.#peerIdsByStream.get(streamId) ?? []) this.#locations.delete(peerId)
    this.#peerIdsByStream.delete(streamId)
    this.#publisherIdByStream.delete(streamId)
  }

  record(streamId: string, folder: string): Promise<void> {
    return this.#engineOfStream(streamId).record(streamId, folder)
  }

  stopRecording(streamId: string): Promise<void> {
    return this.#engineOfStream(streamId).stopRecording(streamId)
  }

  captureKeyframe(streamId: string): Promise<EncodedKeyframe | null> {
    return this.#engineOfStream(streamId).captureKeyframe(streamId)
  }

  async stats(): Promise<EngineStats> {
    const all = await Promise.allSettled(this.#engines.map((engine) => engine.stats()))
    const results = all.map((each) => (each.status === 'fulfilled' ? each.value : null))
    const [first] = all
    if (results.every((each) => each === null) && first?.status === 'rejected') throw first.reason
    return {
      streams: results.flatMap((each) => each?.streams ?? []),
      processes: results.flatMap((each) => each?.processes ?? [null]),
    }
  }

  on<E extends keyof EngineEvents>(event: E, listener: (payload: EngineEvents[E]) => void): () => void {
    const ends = this.#engines.map((engine) =>
      engine.on(event, (payload) => listener(this.#limitToOwnStreams(engine, payload))),
    )
    return () => {
      for (const end of ends) end()
    }
  }

  async close(): Promise<void> {
    for (const end of this.#unsubscribers) end()
    await Promise.all(this.#engines.map((engine) => engine.close()))
  }

  /** Limits `affects` of an event to the streams of the engine that emitted it. */
  #limitToOwnStreams<E extends keyof EngineEvents>(
    engine: MediaEngine,
    payload: EngineEvents[E],
  ): EngineEvents[E] {
    if (!('affects' in payload)) return payload
    return { ...payload, affects: (streamId: string) => this.#engineOfStream(streamId) === engine }
  }

  /** Registers the peer before the engine is called, because its candidates may arrive before the answer. */
  async #addPeer(
    streamId: string,
    peerId: string,
    request: (engine: MediaEngine) => Promise<string>,
  ): Promise<string> {
    const previous = this.#locations.get(peerId)
    const location = { engine: this.#engineOfStream(streamId), streamId }
    this.#setLocation(peerId, location)
    try {
      return await request(location.engine)
    } catch (error) {
      // A refused peer is removed, unless it was connected before: then it stays where it was.
      if (this.#locations.get(peerId) === location) {
        if (previous) this.#setLocation(peerId, previous)
        else this.#removePeer(peerId)
      }
      throw error
    }
  }

  #setLocation(peerId: string, location: PeerLocation): void {
    if (this.#locations.get(peerId)?.streamId !== location.streamId) this.#removePeer(peerId)
    this.#locations.set(peerId, location)
    this.#peerIdsByStream.set(
      location.streamId,
      (this.#peerIdsByStream.get(location.streamId) ?? new Set()).add(peerId),
    )
  }

  #removePeer(peerId: string): void {
    const location = this.#locations.get(peerId)
    if (!location) return
    this.#locations.delete(peerId)
    const peers = this.#peerIdsByStream.get(location.streamId)
    peers?.delete(peerId)
    if (peers?.size === 0) this.#peerIdsByStream.delete(location.streamId)
    if (this.#publisherIdByStream.get(location.streamId) === peerId)
      this.#publisherIdByStream.delete(location.streamId)
  }

  #removePeersOf(engine: MediaEngine): void {
    for (const [peerId, location] of this.#locations) if (location.engine === engine) this.#removePeer(peerId)
  }

  #engineOfPeer(peerId: string): MediaEngine | undefined {
    return this.#locations.get(peerId)?.engine
  }

  /** Depends on the stream's id alone, so that a stream is in the same engine after a restart. */
  #engineOfStream(streamId: string): MediaEngine {
    return this.#engines[shardOf(streamId, this.#engines.length)] ?? this.#engines[0]
  }
}

/** Returns which of `engines` processes, counted from 0, serves the stream. */
export const shardOf = (streamId: string, engines: number): number => fnv1a(streamId) % engines

/** FNV-1a: ids that differ in one character spread over all engines. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

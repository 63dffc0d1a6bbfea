import type { EngineEvents, EngineStats, MediaEngine, Quality } from './media-engine.ts'

/**
 * Several engines as one: each stream lives in one of them, always the same. What one engine does, its end included,
 * is of no concern to the streams of the others.
 */
export function createShardedEngine(engines: readonly [MediaEngine, ...MediaEngine[]]): MediaEngine {
  return new ShardedEngine(engines)
}

type Place = { engine: MediaEngine; streamId: string }

class ShardedEngine implements MediaEngine {
  readonly #engines: readonly [MediaEngine, ...MediaEngine[]]
  /** Where each peer is, and which peers are of a stream, so that they are forgotten together. */
  readonly #places = new Map<string, Place>()
  readonly #peers = new Map<string, Set<string>>()
  /** By stream: an engine says nothing of one that is replaced. */
  readonly #publishers = new Map<string, string>()
  readonly #ends: (() => void)[]

  constructor(engines: readonly [MediaEngine, ...MediaEngine[]]) {
    this.#engines = engines
    this.#ends = engines.flatMap((engine) => [
      engine.on('peerClosed', ({ peerId }) => this.#forget(peerId)),
      engine.on('reoffer', ({ peerId }) => this.#forget(peerId)),
      engine.on('down', () => this.#forgetAll(engine)),
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
    const answer = await this.#enter(streamId, peerId, (engine) => engine.publish(streamId, peerId, offerSdp))
    const earlier = this.#publishers.get(streamId)
    if (earlier !== undefined && earlier !== peerId) this.#forget(earlier)
    if (this.#places.has(peerId)) this.#publishers.set(streamId, peerId)
    return answer
  }

  watch(streamId: string, peerId: string, quality: Quality): Promise<string> {
    return this.#enter(streamId, peerId, (engine) => engine.watch(streamId, peerId, quality))
  }

  play(streamId: string, peerId: string, offerSdp: string, quality: Quality): Promise<string> {
    return this.#enter(streamId, peerId, (engine) => engine.play(streamId, peerId, offerSdp, quality))
  }

  acceptAnswer(peerId: string, answerSdp: string): Promise<void> {
    // Who is nowhere is unknown to any of them.
    return (this.#engineOfPeer(peerId) ?? this.#engines[0]).acceptAnswer(peerId, answerSdp)
  }

  addCandidate(peerId: string, candidate: string, mid: string | null): void {
    this.#engineOfPeer(peerId)?.addCandidate(peerId, candidate, mid)
  }

  setQuality(peerId: string, quality: Quality): void {
    this.#engineOfPeer(peerId)?.setQuality(peerId, quality)
  }

  closePeer(peerId: string): void {
    this.#engineOfPeer(peerId)?.closePeer(peerId)
    this.#forget(peerId)
  }

  endStream(streamId: string): void {
    this.#engineOf(streamId).endStream(streamId)
    for (const peerId of this.#peers.get(streamId) ?? []) this.#places.delete(peerId)
    this.#peers.delete(streamId)
    this.#publishers.delete(streamId)
  }

  record(streamId: string, folder: string): Promise<void> {
    return this.#engineOf(streamId).record(streamId, folder)
  }

  stopRecording(streamId: string): Promise<void> {
    return this.#engineOf(streamId).stopRecording(streamId)
  }

  async stats(): Promise<EngineStats> {
    const all = await Promise.allSettled(this.#engines.map((engine) => engine.stats()))
    const answers = all.map((each) => (each.status === 'fulfilled' ? each.value : null))
    const [first] = all
    if (answers.every((each) => each === null) && first?.status === 'rejected') throw first.reason
    return {
      streams: answers.flatMap((each) => each?.streams ?? []),
      processes: answers.flatMap((each) => each?.processes ?? [null]),
    }
  }

  on<E extends keyof EngineEvents>(event: E, listener: (payload: EngineEvents[E]) => void): () => void {
    const ends = this.#engines.map((engine) =>
      engine.on(event, (payload) => listener(this.#narrow(engine, payload))),
    )
    return () => {
      for (const end of ends) end()
    }
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end()
    await Promise.all(this.#engines.map((engine) => engine.close()))
  }

  /** An engine speaks of all its streams; of all that there are only those are its own. */
  #narrow<E extends keyof EngineEvents>(engine: MediaEngine, payload: EngineEvents[E]): EngineEvents[E] {
    if (!('concerns' in payload)) return payload
    return { ...payload, concerns: (streamId: string) => this.#engineOf(streamId) === engine }
  }

  /** Notes the peer before the engine is asked, since its candidates may come before the answer. */
  async #enter(
    streamId: string,
    peerId: string,
    ask: (engine: MediaEngine) => Promise<string>,
  ): Promise<string> {
    const before = this.#places.get(peerId)
    const place = { engine: this.#engineOf(streamId), streamId }
    this.#note(peerId, place)
    try {
      return await ask(place.engine)
    } catch (error) {
      // Who is refused is nowhere; one that was there before goes on there.
      if (this.#places.get(peerId) === place) {
        if (before) this.#note(peerId, before)
        else this.#forget(peerId)
      }
      throw error
    }
  }

  #note(peerId: string, place: Place): void {
    if (this.#places.get(peerId)?.streamId !== place.streamId) this.#forget(peerId)
    this.#places.set(peerId, place)
    this.#peers.set(place.streamId, (this.#peers.get(place.streamId) ?? new Set()).add(peerId))
  }

  #forget(peerId: string): void {
    const place = this.#places.get(peerId)
    if (!place) return
    this.#places.delete(peerId)
    const peers = this.#peers.get(place.streamId)
    peers?.delete(peerId)
    if (peers?.size === 0) this.#peers.delete(place.streamId)
    if (this.#publishers.get(place.streamId) === peerId) this.#publishers.delete(place.streamId)
  }

  #forgetAll(engine: MediaEngine): void {
    for (const [peerId, place] of this.#places) if (place.engine === engine) this.#forget(peerId)
  }

  #engineOfPeer(peerId: string): MediaEngine | undefined {
    return this.#places.get(peerId)?.engine
  }

  /** By the stream's id, so that after a restart each stream is where a recording or a broadcaster expects it. */
  #engineOf(streamId: string): MediaEngine {
    return this.#engines[placeOf(streamId, this.#engines.length)] ?? this.#engines[0]
  }
}

/** Which of so many engines, counted from 0, a stream of that id lives in. */
export const placeOf = (streamId: string, engines: number): number => sumOf(streamId) % engines

/** FNV-1a: ids that differ in one place spread over all engines. */
function sumOf(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0
  return sum
}

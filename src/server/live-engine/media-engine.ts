/**
 * What the app needs of a live engine, whichever one runs. A *peer* is one browser's connection; the app
 * chooses its id. A stream has at most one publisher and any number of viewers.
 */
export interface MediaEngine {
  /** Rejects with one sentence for the operator, for example when LIVE_UDP_PORT is taken. */
  start(): Promise<void>
  /** The answer to a broadcaster's offer, candidates included. It replaces the stream's earlier publisher. */
  publish(streamId: string, peerId: string, offerSdp: string): Promise<string>
  /** The offer for a viewer, without candidates: those follow as events once the answer is applied. */
  watch(streamId: string, peerId: string): Promise<string>
  acceptAnswer(peerId: string, answerSdp: string): Promise<void>
  addCandidate(peerId: string, candidate: string, mid: string | null): void
  closePeer(peerId: string): void
  /** Closes publisher and viewers and forgets the stream. */
  endStream(streamId: string): void
  stats(): Promise<LiveStats[]>
  /** Returns what ends the subscription. */
  on<E extends keyof EngineEvents>(event: E, listener: (payload: EngineEvents[E]) => void): () => void
  close(): Promise<void>
}

export type EngineEvents = {
  /** For that viewer's browser. */
  candidate: { peerId: string; candidate: string; mid: string }
  /** Media really arrives. */
  publishing: { streamId: string; peerId: string }
  /** A peer ended by itself; never after closePeer, endStream or being replaced. */
  peerClosed: { streamId: string; peerId: string; role: 'publisher' | 'viewer' }
  /** The publisher came back with other tracks or codecs: this viewer's peer is gone, watch anew. */
  reoffer: { streamId: string; peerId: string }
  /** The engine died and every peer with it. Requests fail with `unavailable` until `up`. */
  down: Record<string, never>
  up: Record<string, never>
}

/** Media packets since the stream appeared in the engine. */
export type LiveStats = { streamId: string; viewers: number; packetsIn: number; packetsOut: number }

/** Why the engine refuses a request. The message is a sentence for the log. */
export class MediaError extends Error {
  readonly code: 'bad_sdp' | 'not_publishing' | 'unavailable' | 'unknown_peer'

  constructor(code: MediaError['code'], message: string) {
    super(message)
    this.name = 'MediaError'
    this.code = code
  }
}

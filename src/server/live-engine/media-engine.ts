import type { Quality } from '#media/process/protocol.ts'

/**
 * What the app needs of a live engine, whichever one runs. A *peer* is one browser's or encoder's connection; the app
 * chooses its id. A stream has at most one publisher and any number of viewers.
 */
export interface MediaEngine {
  /** Rejects with one sentence for the operator, for example when LIVE_UDP_PORT is taken. */
  start(): Promise<void>
  /** The answer to a broadcaster's offer, candidates included. It replaces the stream's earlier publisher. */
  publish(streamId: string, peerId: string, offerSdp: string): Promise<string>
  /** The offer for a viewer, without candidates: those follow as events once the answer is applied. */
  watch(streamId: string, peerId: string, quality: Quality): Promise<string>
  acceptAnswer(peerId: string, answerSdp: string): Promise<void>
  /** The answer to the offer of a viewer who offers by itself (WHEP), candidates included. */
  play(streamId: string, peerId: string, offerSdp: string, quality: Quality): Promise<string>
  addCandidate(peerId: string, candidate: string, mid: string | null): void
  /** What a viewer gets from now on, as soon as the picture can be changed; told by `layerChanged`. */
  setQuality(peerId: string, quality: Quality): void
  closePeer(peerId: string): void
  /** Closes publisher and viewers and forgets the stream. A recording goes on until it is stopped. */
  endStream(streamId: string): void
  /**
   * Writes what the stream's publishers send, now and later, into a new file of the folder, which exists. Asking again
   * changes nothing. Ends with `stopRecording`, with `recordingFailed` or with the engine, which leaves what was written.
   */
  record(streamId: string, folder: string): Promise<void>
  /** Resolves when the file is whole; at once when nothing is being recorded. */
  stopRecording(streamId: string): Promise<void>
  stats(): Promise<EngineStats>
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
  /** What a viewer gets from now on, and whether there is a smaller picture to choose. */
  layerChanged: { streamId: string; peerId: string; layer: 'high' | 'low' | 'audio'; hasLowLayer: boolean }
  /** Nothing more is written of this stream, and why, as a sentence for the log. */
  recordingFailed: { streamId: string; message: string }
  /** The engine, or the part that serves these streams, died with every peer; requests fail (`unavailable`) until `up`. */
  down: { affects: (streamId: string) => boolean }
  up: { affects: (streamId: string) => boolean }
}

export type EngineStats = {
  streams: StreamStats[]
  /** Each of the engine's processes in its place; null: it is down. */
  processes: (ProcessStats | null)[]
}

/** `restarts`: since the app started. */
export type ProcessStats = { cpuSeconds: number; memoryBytes: number; restarts: number }

/** Media packets, header included, since the stream appeared in the engine. */
export type StreamStats = {
  streamId: string
  viewers: number
  packetsIn: number
  packetsOut: number
  bytesIn: number
  bytesOut: number
  /** Of the broadcaster's packets those that never came. */
  packetsLost: number
  /** Packets that viewers got again. */
  packetsRetransmitted: number
  hasLowLayer: boolean
  isRecording: boolean
}

/** Why the engine refuses a request. The message is a sentence for the log. */
export class EngineError extends Error {
  readonly code: 'bad_sdp' | 'not_publishing' | 'unavailable' | 'unknown_peer'

  constructor(code: EngineError['code'], message: string) {
    super(message)
    this.name = 'MediaError'
    this.code = code
  }
}

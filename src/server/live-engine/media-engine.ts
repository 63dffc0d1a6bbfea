import type { EncodedKeyframe, Quality } from '#media/process/protocol.ts'

/**
 * The interface of every live engine to the app. A *peer* is the connection of one browser, encoder or
 * player; the app chooses its id. A stream has at most one publisher and any number of viewers. Calls reject with
 * EngineError.
 */
export interface MediaEngine {
  /** Rejects with a sentence for the operator, for example when LIVE_UDP_PORT is in use. */
  start(): Promise<void>
  /** Resolves with the answer to a publisher's offer, candidates included. Replaces the stream's earlier publisher. */
  publish(streamId: string, peerId: string, offerSdp: string): Promise<string>
  /** Resolves with the offer for a viewer, without candidates: they follow as events after `acceptAnswer`. */
  watch(streamId: string, peerId: string, quality: Quality): Promise<string>
  /**
   * Returns whether the engine can take another viewer now, and counts it. Called before `watch` and `play`: an engine
   * that is too busy for its viewers would lose them all. Publishers are always taken.
   */
  tryAdmit(streamId: string): boolean
  acceptAnswer(peerId: string, answerSdp: string): Promise<void>
  /** Resolves with the answer to a player that offers by itself (WHEP), candidates included. */
  play(streamId: string, peerId: string, offerSdp: string, quality: Quality): Promise<string>
  addCandidate(peerId: string, candidate: string, mid: string | null): void
  /** Changes what a viewer gets, at the next keyframe, which `layerChanged` reports. */
  setQuality(peerId: string, quality: Quality): void
  /** Sets the highest bitrate that current and later publishers are asked to keep to, in bits per second. */
  setMaxBitrate(maxBitrate: number): void
  closePeer(peerId: string): void
  /** Closes the publisher and the viewers. A recording goes on until it is stopped. */
  endStream(streamId: string): void
  /**
   * Records the stream's publishers, now and later, into new files of an existing folder. Repeating it has no effect.
   * Ends with `stopRecording`, `recordingFailed` or the engine's process; what was written stays.
   */
  record(streamId: string, folder: string): Promise<void>
  /** Resolves when the files are complete; at once when nothing is recorded. */
  stopRecording(streamId: string): Promise<void>
  /**
   * Resolves to the next keyframe that the publisher sends, of the smallest layer; null if none arrives within some seconds. The picture
   * is untrusted.
   */
  captureKeyframe(streamId: string): Promise<EncodedKeyframe | null>
  stats(): Promise<EngineStats>
  /** Returns a function that unsubscribes. */
  on<E extends keyof EngineEvents>(event: E, listener: (payload: EngineEvents[E]) => void): () => void
  close(): Promise<void>
}

export type EngineEvents = {
  /** For the viewer's browser. */
  candidate: { peerId: string; candidate: string; mid: string }
  /** Media has arrived from the publisher. */
  publishing: { streamId: string; peerId: string }
  /** A peer's connection ended by itself; not emitted after closePeer, endStream or a replacement. */
  peerClosed: { streamId: string; peerId: string; role: 'publisher' | 'viewer' }
  /** The publisher came back with other tracks or codecs and this viewer was closed: call `watch` again. */
  reoffer: { streamId: string; peerId: string }
  /** Which layer a viewer gets from now on, and whether it could choose the low layer. */
  layerChanged: { streamId: string; peerId: string; layer: 'high' | 'low' | 'audio'; hasLowLayer: boolean }
  /** The recording has stopped; `message` is a sentence for the log. */
  recordingFailed: { streamId: string; message: string }
  /**
   * The engine, or the process that serves these streams, died with all of its peers. Calls reject with `unavailable`
   * until `up`.
   */
  down: { affects: (streamId: string) => boolean }
  /** `tryAdmit` may return something else for these streams from now on; emitted several times a second. */
  capacity: { affects: (streamId: string) => boolean }
  up: { affects: (streamId: string) => boolean }
}

export type EngineStats = {
  streams: StreamStats[]
  /** In the order of the processes; null: the process is down. */
  processes: (ProcessStats | null)[]
}

/** `restarts` counts from the start of the app. */
export type ProcessStats = { cpuSeconds: number; memoryBytes: number; restarts: number }

/** Media packets and their bytes, RTP headers included, since the stream appeared in the engine. */
export type StreamStats = {
  streamId: string
  viewers: number
  packetsIn: number
  packetsOut: number
  bytesIn: number
  bytesOut: number
  /** Packets of the publishers that never arrived. */
  packetsLost: number
  /** Packets that were sent to viewers again. */
  packetsRetransmitted: number
  hasLowLayer: boolean
  isRecording: boolean
}

/** Why the engine refuses a call. The message is a sentence for the log. */
export class EngineError extends Error {
  /** `timeout`: the engine is too busy to respond in time. */
  readonly code: 'bad_sdp' | 'not_publishing' | 'timeout' | 'unavailable' | 'unknown_peer'

  constructor(code: EngineError['code'], message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}

/** A complete encoded video frame. `data` has the layout of the container. */
export type VideoFrame = {
  data: Buffer
  isKey: boolean
  /** Pixels of a keyframe; null for other frames. */
  size: Size | null
}

export type Size = { width: number; height: number }

/** Joins the payloads of RTP packets into frames. */
export interface Depacketizer {
  /**
   * Takes the next packet of the track, in sequence order. `isLast` is the packet's marker bit. Returns the frame that
   * the packet completes, null while it is incomplete, and `broken` when a frame is lost.
   */
  push(payload: Buffer, timestamp: number, isLast: boolean): VideoFrame | null | 'broken'
  /** Discards the incomplete frame after a packet loss. */
  drop(): void
  /** The decoder configuration before the first frame: for H264 the parameter sets (ISO 14496-15), for VP8 nothing. */
  readonly description: Buffer | null
}

/** The largest keyframes of a camera have about 300 kB. */
export const MAX_FRAME_BYTES = 8 * 1024 ** 2

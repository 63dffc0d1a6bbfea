/** A coded picture, whole. `data` stands as the container wants it. */
export type VideoFrame = {
  data: Buffer
  isKey: boolean
  /** Pixels, of a keyframe. */
  size: Size | null
}

export type Size = { width: number; height: number }

/** Puts the pieces of pictures together. */
export interface Depacketizer {
  /**
   * Takes the next packet of the track, none left out between it and the one before. `isLast` is the packet's marker.
   * Answers the picture that it completes, null while one is incomplete, and `broken` when a picture is lost.
   */
  push(payload: Buffer, timestamp: number, isLast: boolean): VideoFrame | null | 'broken'
  /** Packets were lost: what was begun will not be completed. */
  drop(): void
  /** What a player must know before the first picture: of H264 its parameter sets (ISO 14496-15). */
  readonly description: Buffer | null
}

/** The largest keyframes of a camera have some 300 kB. */
export const MAX_FRAME_BYTES = 8 * 1024 ** 2

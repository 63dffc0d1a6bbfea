/** What is known of a video or a sound file that is kept. */
export type MediaInfo = {
  mediaType: 'video' | 'file'
  mimeType: string
  /** Of its name in the storage. */
  ending: string
  /** Pixels as it is shown; null for sound, or where the file doesn't say. */
  width: number | null
  height: number | null
  /** Seconds; null where the file doesn't say. */
  duration: number | null
}

/** A side as a file says it; null where that can't be one: no header of MP4 has room for more. */
export const pixels = (side: number | null): number | null =>
  side !== null && side > 0 && side <= 0xffff ? side : null

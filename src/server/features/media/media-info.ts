/** Metadata of a stored video or audio file. */
export type MediaInfo = {
  mediaType: 'video' | 'file'
  mimeType: string
  /** File extension of the storage key. */
  extension: string
  /** Displayed pixels; null for audio, or when the file does not declare them. */
  width: number | null
  height: number | null
  /** Seconds; null when the file does not declare it. */
  duration: number | null
}

/** Returns the declared side in pixels, or null when it is out of range: 16 bits, as in an MP4 header. */
export const validPixels = (side: number | null): number | null =>
  side !== null && side > 0 && side <= 0xffff ? side : null

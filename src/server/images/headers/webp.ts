import { checkFrames, checkPixels } from './limits.ts'

/**
 * Returns the number of frames.
 * @throws {BadImage} when the image has too many pixels or frames
 */
export function inspectWebp(webp: Buffer): number {
  let frames = 0
  for (let at = 12; at + 8 <= webp.length;) {
    const type = webp.toString('latin1', at, at + 4)
    const length = webp.readUInt32LE(at + 4)
    const content = webp.subarray(at + 8, at + 8 + length)
    if (type === 'ANMF') checkFrames(++frames)
    const size = SIZE_BY_CHUNK_TYPE[type]?.(content)
    if (size) checkPixels(size.width, size.height)
    // Chunks of odd length are padded with one byte.
    at += 8 + length + (length % 2)
  }
  // A still image has no frame chunks.
  return Math.max(1, frames)
}

type ReadSize = (content: Buffer) => { width: number; height: number } | null

const SIZE_BY_CHUNK_TYPE: Readonly<Record<string, ReadSize | undefined>> = {
  VP8X: (content) =>
    content.length < 10
      ? null
      : { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 },
  'VP8 ': (content) =>
    content.length < 10
      ? null
      : { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff },
  VP8L: (content) => {
    if (content.length < 5) return null
    const bits = content.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
}

import { constants, inflateSync } from 'node:zlib'
import { codeOf } from '#server/startup/startup-error.ts'
import { BadImage } from '../bad-image.ts'
import { checkFrames, checkPixels } from './limits.ts'

/** Colour profiles of screens have about 50 kB; those of printers, and long XMP metadata, up to 1 MB. */
const MAX_COMPRESSED_BYTES = 1024 ** 2
const MAX_INFLATED_BYTES = 4 * 1024 ** 2
/** Chunks other than image data; libpng's own limit is similar. */
const MAX_OTHER_CHUNKS = 1000

/**
 * Refuses a PNG with too many pixels, frames or chunks, or whose texts and colour profile are too large, compressed or
 * decompressed: a decoder decompresses all of them before the first pixel. Returns the number of frames.
 * @throws {BadImage}
 */
export function inspectPng(png: Buffer): number {
  let [compressed, inflated, others, claimedFrames, frames] = [0, 0, 0, 1, 0]
  for (const { type, content } of chunksOf(png)) {
    if (type === 'IEND') break
    if (type === 'IHDR' && content.length >= 8) checkPixels(content.readUInt32BE(0), content.readUInt32BE(4))
    if (type === 'acTL' && content.length >= 4) claimedFrames = content.readUInt32BE(0)
    if (type === 'fcTL') checkFrames(++frames)
    if (!IMAGE_DATA.has(type)) others += 1
    if (TEXTS_AND_PROFILES.has(type)) {
      compressed += content.length
      inflated += inflatedLength(deflatedPart(type, content), MAX_INFLATED_BYTES - inflated)
    }
    if (compressed > MAX_COMPRESSED_BYTES || others > MAX_OTHER_CHUNKS) throw new BadImage('tooCostly')
  }
  // Decoders make no more frames than the declared number.
  return Math.max(1, Math.min(claimedFrames, frames))
}

/** Of the image, and of the frames of an animation, which have two chunks each. */
const IMAGE_DATA: ReadonlySet<string> = new Set(['IDAT', 'fcTL', 'fdAT'])
const TEXTS_AND_PROFILES: ReadonlySet<string> = new Set(['zTXt', 'iTXt', 'iCCP'])

/** Yields the chunks after the signature; each has a length, a type, content and a checksum. */
function* chunksOf(png: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 8; at + 12 <= png.length;) {
    const start = at + 8
    const end = start + png.readUInt32BE(at)
    if (end + 4 > png.length) throw new BadImage('notPicture')
    yield { type: png.toString('latin1', at + 4, start), content: png.subarray(start, end) }
    at = end + 4
  }
}

const EMPTY = Buffer.alloc(0)

/** Returns the deflated part of a chunk's content. */
function deflatedPart(type: string, content: Buffer): Buffer {
  const afterKeyword = afterZero(content)
  if (type !== 'iTXt') return afterKeyword.subarray(1)
  const isCompressed = afterKeyword[0] !== 0
  return isCompressed ? afterZero(afterZero(afterKeyword.subarray(2))) : EMPTY
}

function afterZero(bytes: Buffer): Buffer {
  const zero = bytes.indexOf(0)
  return zero < 0 ? EMPTY : bytes.subarray(zero + 1)
}

/** Returns the length of the inflated data; throws when it exceeds `maxBytes`. */
function inflatedLength(deflated: Buffer, maxBytes: number): number {
  if (deflated.length === 0) return 0
  try {
    // A truncated stream is inflated as far as possible, as the decoder does.
    const finishFlush = constants.Z_SYNC_FLUSH
    return inflateSync(deflated, { maxOutputLength: Math.max(1, maxBytes), finishFlush }).length
  } catch (error) {
    throw new BadImage(codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'tooCostly' : 'notPicture', error)
  }
}

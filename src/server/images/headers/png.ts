import { constants, inflateSync } from 'node:zlib'
import { codeOf } from '#server/startup/startup-error.ts'
import { BadImage } from '../bad-image.ts'
import { checkPixels } from './limits.ts'

/** Colour profiles of screens have 50 kB, those of printers and long descriptions in XMP up to 1 MB. */
const MAX_COMPRESSED_BYTES = 1024 ** 2
const MAX_INFLATED_BYTES = 4 * 1024 ** 2
/** Chunks that are not image data; libpng itself gives up at about as many. */
const MAX_OTHER_CHUNKS = 1000

/**
 * Refuses a PNG whose text and colour profile are large, packed or unpacked: a decoder unpacks them all before the first
 * pixel.
 * @throws {BadImage}
 */
export function inspectPng(png: Buffer): void {
  let [compressed, inflated, others] = [0, 0, 0]
  for (const { type, content } of chunksOf(png)) {
    if (type === 'IEND') return
    if (type === 'IHDR' && content.length >= 8) checkPixels(content.readUInt32BE(0), content.readUInt32BE(4))
    if (type !== 'IDAT') others += 1
    if (TEXTS_AND_PROFILES.has(type)) {
      compressed += content.length
      inflated += inflatedLength(deflatedPart(type, content), MAX_INFLATED_BYTES - inflated)
    }
    if (compressed > MAX_COMPRESSED_BYTES || others > MAX_OTHER_CHUNKS) throw new BadImage('tooCostly')
  }
}

const TEXTS_AND_PROFILES: ReadonlySet<string> = new Set(['zTXt', 'iTXt', 'iCCP'])

/** Length, type, content and a checksum, one after the other behind the signature. */
function* chunksOf(png: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 8; at + 12 <= png.length;) {
    const start = at + 8
    const end = start + png.readUInt32BE(at)
    if (end + 4 > png.length) throw new BadImage('notPicture')
    yield { type: png.toString('latin1', at + 4, start), content: png.subarray(start, end) }
    at = end + 4
  }
}

const NOTHING = Buffer.alloc(0)

/** What of a chunk's content is deflated. */
function deflatedPart(type: string, content: Buffer): Buffer {
  const afterKeyword = afterZero(content)
  if (type !== 'iTXt') return afterKeyword.subarray(1)
  const isCompressed = afterKeyword[0] !== 0
  return isCompressed ? afterZero(afterZero(afterKeyword.subarray(2))) : NOTHING
}

function afterZero(bytes: Buffer): Buffer {
  const zero = bytes.indexOf(0)
  return zero < 0 ? NOTHING : bytes.subarray(zero + 1)
}

/** Bytes that come out, unpacking no more than `most`. */
function inflatedLength(deflated: Buffer, most: number): number {
  if (deflated.length === 0) return 0
  try {
    // A stream that breaks off is unpacked as far as it goes, as the decoder does.
    const finishFlush = constants.Z_SYNC_FLUSH
    return inflateSync(deflated, { maxOutputLength: Math.max(1, most), finishFlush }).length
  } catch (error) {
    throw new BadImage(codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'tooCostly' : 'notPicture', error)
  }
}

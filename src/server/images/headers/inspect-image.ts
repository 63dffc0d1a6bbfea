import { BadImage } from '../bad-image.ts'
import { inspectAvif } from './avif.ts'
import { inspectGif } from './gif.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPng } from './png.ts'
import { inspectWebp } from './webp.ts'

/**
 * Reads the headers of an image before a decoder does, and refuses images whose decoding would cost far more than their
 * file size suggests. Damaged data is left to the decoder. Returns the number of frames, as the headers tell it.
 * @throws {BadImage}
 */
export function inspectImage(bytes: Buffer): number {
  const format = FORMATS.find(({ signature }) => signature.test(bytes.toString('latin1', 0, SIGNATURE_BYTES)))
  if (!format) throw new BadImage('notPicture')
  return format.inspect(bytes) ?? 1
}

const SIGNATURE_BYTES = 12

const FORMATS: readonly { signature: RegExp; inspect: (bytes: Buffer) => number | void }[] = [
  { signature: /^\xff\xd8\xff/, inspect: inspectJpeg },
  { signature: /^\x89PNG\r\n/, inspect: inspectPng },
  { signature: /^GIF8[79]a/, inspect: inspectGif },
  { signature: /^RIFF[^]{4}WEBP/, inspect: inspectWebp },
  { signature: /^[^]{4}ftyp/, inspect: inspectAvif },
]

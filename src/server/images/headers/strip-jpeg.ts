import { BadImage } from '../bad-image.ts'
import { END_OF_IMAGE, START_OF_IMAGE, START_OF_SCAN, nextMarker } from './jpeg.ts'

/** An encoder of a browser writes one; a progressive JPEG has about ten. */
const MAX_SCANS = 12
/** Tables of quantization, Huffman codes and restart intervals. */
const TABLES = [0xdb, 0xc4, 0xdd]
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
/** Baseline, extended and progressive: what browsers decode. */
const FRAME_TYPES = [0xc0, 0xc1, 0xc2]

/**
 * Returns a JPEG of at most this size with its tables, frame and scans alone: without comments, Exif and other metadata, and without
 * bytes behind its end. Does not decode it, which costs a process: for small pictures that a browser has just encoded.
 * @throws {BadImage}
 */
export function stripJpeg(jpeg: Buffer, max: { width: number; height: number }): Buffer {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xff00 + START_OF_IMAGE) throw new BadImage('notPicture')
  const parts = [jpeg.subarray(0, 2)]
  let [frames, scans] = [0, 0]
  for (let at = 2; at + 4 <= jpeg.length || jpeg[at + 1] === END_OF_IMAGE;) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff) throw new BadImage('notPicture')
    if (marker === END_OF_IMAGE && scans > 0) return Buffer.concat([...parts, jpeg.subarray(at, at + 2)])
    if (at + 4 > jpeg.length) break
    let end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (end > jpeg.length) break
    if (FRAME_TYPES.includes(marker)) {
      frames++
      checkSize(jpeg.subarray(at + 4, end), max)
    } else if (marker === START_OF_SCAN) {
      scans++
      end = endOfScan(jpeg, end)
    } else if (!TABLES.includes(marker) && !isMetadata(marker)) break
    if (frames > 1 || scans > MAX_SCANS || (scans > 0 && frames === 0)) break
    if (!isMetadata(marker)) parts.push(jpeg.subarray(at, end))
    at = end
  }
  throw new BadImage('notPicture')
}

/** `frame` is the content of the header: precision, height, width. */
function checkSize(frame: Buffer, max: { width: number; height: number }): void {
  if (frame.length < 6) throw new BadImage('notPicture')
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  if (width === 0 || height === 0 || width > max.width || height > max.height)
    throw new BadImage('tooManyPixels')
}

/** Returns the offset of the marker behind the data of a scan, which may have restart markers in it. */
function endOfScan(jpeg: Buffer, from: number): number {
  let at = nextMarker(jpeg, from)
  while (at < jpeg.length && isRestart(jpeg[at] ?? 0)) at = nextMarker(jpeg, at + 1)
  return at - 1
}

import { BadImage } from '../bad-image.ts'
import { checkPixels } from './limits.ts'

/** Progressive pictures have about ten; each scan may touch every pixel again. */
const MAX_SCANS = 100

const [START_OF_IMAGE, END_OF_IMAGE, START_OF_SCAN] = [0xd8, 0xd9, 0xda]

/**
 * Refuses a JPEG of very many scans. Markers are found as libjpeg finds them: segments are skipped by their length, and
 * the data of a scan up to the next marker.
 * @throws {BadImage}
 */
export function inspectJpeg(jpeg: Buffer): void {
  let scans = 0
  for (let at = nextMarker(jpeg, 0); at < jpeg.length;) {
    const marker = jpeg.readUInt8(at)
    if (marker === END_OF_IMAGE) return
    let end = at + 1
    if (!standsAlone(marker)) {
      // The marker, its length of two bytes, and the rest of the segment.
      if (end + 2 > jpeg.length) throw new BadImage('notPicture')
      end += Math.max(2, jpeg.readUInt16BE(end))
      if (isStartOfFrame(marker) && at + 8 <= jpeg.length)
        checkPixels(jpeg.readUInt16BE(at + 6), jpeg.readUInt16BE(at + 4))
      if (marker === START_OF_SCAN && ++scans > MAX_SCANS) throw new BadImage('tooCostly')
    }
    at = nextMarker(jpeg, end)
  }
}

/** Start of the image, restart points inside a scan's data, and TEM have no content. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= START_OF_IMAGE)
}

/** SOF0 to SOF15, among which DHT, JPG and DAC have their codes. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Where the code of the next marker stands: behind 0xff, which may be repeated, and not zero. */
function nextMarker(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const code = jpeg[at + 1]
    if (code !== undefined && code !== 0 && code !== 0xff) return at + 1
  }
  return jpeg.length
}

import { BadImage } from '../bad-image.ts'
import { checkPixels } from './limits.ts'

/** Progressive JPEGs have about ten scans; each scan may update every pixel again. */
const MAX_SCANS = 100

export const [START_OF_IMAGE, END_OF_IMAGE, START_OF_SCAN] = [0xd8, 0xd9, 0xda]

/**
 * Refuses a JPEG with too many scans or pixels. Finds markers as libjpeg does: skips segments by their length, and the
 * data of a scan up to the next marker.
 * @throws {BadImage}
 */
export function inspectJpeg(jpeg: Buffer): void {
  let scans = 0
  for (let at = nextMarker(jpeg, 0); at < jpeg.length;) {
    const marker = jpeg.readUInt8(at)
    if (marker === END_OF_IMAGE) return
    let end = at + 1
    if (!isStandaloneMarker(marker)) {
      // The segment's length includes its own two bytes.
      if (end + 2 > jpeg.length) throw new BadImage('notPicture')
      end += Math.max(2, jpeg.readUInt16BE(end))
      if (isStartOfFrame(marker) && at + 8 <= jpeg.length)
        checkPixels(jpeg.readUInt16BE(at + 6), jpeg.readUInt16BE(at + 4))
      if (marker === START_OF_SCAN && ++scans > MAX_SCANS) throw new BadImage('tooCostly')
    }
    at = nextMarker(jpeg, end)
  }
}

/** SOI, RST0 to RST7 and TEM have no segment. (EOI has none either, but is handled before.) */
function isStandaloneMarker(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= START_OF_IMAGE)
}

/** SOF0 to SOF15, without DHT, JPG and DAC, whose codes are in the same range. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Returns the offset of the next marker's code: the first byte after one or more 0xff, unless it is 0 (stuffing). */
export function nextMarker(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const code = jpeg[at + 1]
    if (code !== undefined && code !== 0 && code !== 0xff) return at + 1
  }
  return jpeg.length
}

import { checkFrames, checkPixels } from './limits.ts'

const [EXTENSION, IMAGE] = [0x21, 0x2c]
const SCREEN_BYTES = 13
const FRAME_BYTES = 10

/** @throws {BadImage} for frames that are too large, or too many */
export function inspectGif(gif: Buffer): void {
  if (gif.length < SCREEN_BYTES) return
  checkPixels(gif.readUInt16LE(6), gif.readUInt16LE(8))
  let frames = 0
  for (let at = SCREEN_BYTES + colourTableBytes(gif.readUInt8(10)); at < gif.length;) {
    if (gif[at] === EXTENSION) {
      at = skipSubBlocks(gif, at + 2)
    } else if (gif[at] === IMAGE && at + FRAME_BYTES < gif.length) {
      checkFrames(++frames)
      // A frame may lie beyond the screen, which grows then.
      checkPixels(
        gif.readUInt16LE(at + 1) + gif.readUInt16LE(at + 5),
        gif.readUInt16LE(at + 3) + gif.readUInt16LE(at + 7),
      )
      // The table of its own colours, the size of its first codes, and its data.
      at = skipSubBlocks(gif, at + FRAME_BYTES + colourTableBytes(gif.readUInt8(at + 9)) + 1)
    } else return
  }
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Blocks that say their length in one byte; one of no length is the last. */
function skipSubBlocks(gif: Buffer, from: number): number {
  let at = from
  for (let length = gif[at]; length; length = gif[at]) at += 1 + length
  return at + 1
}

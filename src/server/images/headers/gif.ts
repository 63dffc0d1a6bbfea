import { checkFrames, checkPixels } from './limits.ts'

const [EXTENSION, IMAGE] = [0x21, 0x2c]
const SCREEN_BYTES = 13
const FRAME_BYTES = 10

/**
 * Returns the number of frames.
 * @throws {BadImage} when the frames are too large or too many
 */
export function inspectGif(gif: Buffer): number {
  if (gif.length < SCREEN_BYTES) return 0
  checkPixels(gif.readUInt16LE(6), gif.readUInt16LE(8))
  let frames = 0
  for (let at = SCREEN_BYTES + colourTableBytes(gif.readUInt8(10)); at < gif.length;) {
    if (gif[at] === EXTENSION) {
      at = skipSubBlocks(gif, at + 2)
    } else if (gif[at] === IMAGE && at + FRAME_BYTES < gif.length) {
      checkFrames(++frames)
      // A frame may exceed the logical screen; decoders then enlarge the image.
      checkPixels(
        gif.readUInt16LE(at + 1) + gif.readUInt16LE(at + 5),
        gif.readUInt16LE(at + 3) + gif.readUInt16LE(at + 7),
      )
      // The local colour table, the LZW minimum code size (one byte), and the image data.
      at = skipSubBlocks(gif, at + FRAME_BYTES + colourTableBytes(gif.readUInt8(at + 9)) + 1)
    } else break
  }
  return frames
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Returns the offset after the sub-blocks. Each begins with its length in one byte; length 0 is the terminator. */
function skipSubBlocks(gif: Buffer, from: number): number {
  let at = from
  for (let length = gif[at]; length; length = gif[at]) at += 1 + length
  return at + 1
}

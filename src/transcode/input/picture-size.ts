import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import type { VideoTrack } from '../protocol.ts'

/** Maximum number of pixels of a decoded frame: 8K. */
export const MAX_PIXELS = 7680 * 4320

export type Size = { width: number; height: number }
/** How players turn the stored picture: mirror it horizontally, then turn it clockwise. */
export type Orientation = { rotation: VideoTrack['rotation']; isMirrored: boolean }

/** Returns the size of a frame as it is displayed, with square pixels. */
export function displaySize(stored: Size, pixelAspect: { num: number; den: number }, rotation: number): Size {
  const aspect = pixelAspect.num > 0 && pixelAspect.den > 0 ? pixelAspect.num / pixelAspect.den : 1
  // Hostile values would make the picture a line.
  const width = aspect > 0.1 && aspect < 10 ? Math.round(stored.width * aspect) : stored.width
  const isTurned = rotation === 90 || rotation === 270
  return isTurned ? { width: stored.height, height: width } : { width, height: stored.height }
}

/** @throws {TaskFailure} `tooLarge` */
export function requireAllowedSize({ width, height }: Size): void {
  if (width * height > MAX_PIXELS) throw new TaskFailure('tooLarge', `a frame has ${width}×${height} pixels`)
}

/** Reads the display matrix of a track; turns by other angles are rounded to a right angle. */
export function orientationOf(stream: Stream): Orientation {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (!matrix || matrix.length < 36) return { rotation: 0, isMirrored: false }
  const [a, b, c, d] = [0, 4, 12, 16].map((offset) => readInt32(matrix, offset))
  const isMirrored = (a ?? 0) * (d ?? 0) - (b ?? 0) * (c ?? 0) < 0
  const degrees = (Math.atan2(b ?? 0, a ?? 0) * 180) / Math.PI + (isMirrored ? 180 : 0)
  return { rotation: toRightAngle(degrees), isMirrored }
}

function toRightAngle(degrees: number): VideoTrack['rotation'] {
  const quarters = ((Math.round(degrees / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[quarters] ?? 0
}

/** FFmpeg stores the matrix in the byte order of the machine; all supported ones are little endian. */
function readInt32(bytes: Buffer, offset: number): number {
  return bytes.readInt32LE(offset)
}

import { BadImage } from '../bad-image.ts'

/** The largest phone cameras stay below. */
export const MAX_PIXELS = 50_000_000
/** Of an animation, although only its first frame is decoded: the libraries list all of them. */
const MAX_FRAMES = 10_000

/** @throws {BadImage} */
export function checkPixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS) throw new BadImage('tooManyPixels')
}

/** @throws {BadImage} */
export function checkFrames(frames: number): void {
  if (frames > MAX_FRAMES) throw new BadImage('tooCostly')
}

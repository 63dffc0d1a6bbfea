import { BadImage } from '../bad-image.ts'

/** More than the images of the largest phone cameras. */
export const MAX_PIXELS = 50_000_000
/** Of all frames of an animation together. */
export const MAX_ANIMATION_PIXELS = 200_000_000
/** Frames of an animation. Only the first is decoded, but the libraries index all of them. */
const MAX_FRAMES = 10_000

/** @throws {BadImage} */
export function checkPixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS) throw new BadImage('tooManyPixels')
}

/** @throws {BadImage} */
export function checkFrames(frames: number): void {
  if (frames > MAX_FRAMES) throw new BadImage('tooCostly')
}

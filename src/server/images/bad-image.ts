/**
 * Why an image is refused: it is invalid or of an unsupported format, it has too many pixels, or decoding it would
 * exceed (or has exceeded) the limits of memory or time.
 */
export type ImageProblem = 'notPicture' | 'tooManyPixels' | 'tooCostly'

export class BadImage extends Error {
  override name = 'BadImage'
  readonly problem: ImageProblem

  constructor(problem: ImageProblem, cause?: unknown) {
    super(`bad image: ${problem}`, { cause })
    this.problem = problem
  }
}

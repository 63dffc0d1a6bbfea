/**
 * Why a picture can't be used: it is none that we read, it has too many pixels, or opening it would take (or took) more
 * memory or time than a picture may.
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

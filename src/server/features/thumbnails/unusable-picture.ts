import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import type { ImageProblem } from '#server/images/bad-image.ts'

/**
 * Why a picture can't be taken. Inner addresses, names that don't exist and sites that don't answer are all
 * `unreachable`: nobody learns from us what lies in our network.
 */
type PictureProblem = 'address' | 'unreachable' | 'tooSlow' | 'tooLarge' | ImageProblem

export class UnusablePicture extends Error {
  override name = 'UnusablePicture'
  readonly problem: PictureProblem

  constructor(problem: PictureProblem, cause?: unknown) {
    super(`unusable picture: ${problem}`, { cause })
    this.problem = problem
  }
}

/** Waits for a picture of a request's field `path`; throws 422 with the reason at that field when it can't be used. */
export async function atField<T>(path: string, picture: Promise<T>): Promise<T> {
  try {
    return await picture
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error
    const key = TEXTS[error.problem]
    throw new HttpError(422, 'unprocessable', key, { fields: [{ path, key }] })
  }
}

const TEXTS = {
  address: 'thumbnails.address',
  unreachable: 'thumbnails.unreachable',
  tooSlow: 'thumbnails.tooSlow',
  tooLarge: 'thumbnails.tooLarge',
  tooManyPixels: 'thumbnails.tooManyPixels',
  tooCostly: 'thumbnails.tooCostly',
  notPicture: 'thumbnails.notPicture',
} as const satisfies Record<PictureProblem, MessageKey>

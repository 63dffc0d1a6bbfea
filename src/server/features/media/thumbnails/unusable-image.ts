import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import type { ImageProblem } from '#server/images/bad-image.ts'

/**
 * Why an image is refused. Internal addresses, unknown names and sites that do not respond are all `unreachable`, so that
 * the error reveals nothing about the server's network. `upload`: no finished, unused upload of the requester.
 */
type FetchedImageProblem = 'address' | 'upload' | 'unreachable' | 'tooSlow' | 'tooLarge' | ImageProblem

export class UnusableImage extends Error {
  override name = 'UnusableImage'
  readonly problem: FetchedImageProblem

  constructor(problem: FetchedImageProblem, cause?: unknown) {
    super(`unusable image: ${problem}`, { cause })
    this.problem = problem
  }
}

/** Awaits an image of the request field `path`; turns `UnusableImage` into a 422 with the reason at that field. */
export async function imageErrorAtField<T>(path: string, image: Promise<T>): Promise<T> {
  try {
    return await image
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error
    const key = MESSAGES[error.problem]
    throw new HttpError(422, 'unprocessable', key, { fields: [{ path, key }] })
  }
}

const MESSAGES = {
  address: 'thumbnails.address',
  upload: 'thumbnails.upload',
  unreachable: 'thumbnails.unreachable',
  tooSlow: 'thumbnails.tooSlow',
  tooLarge: 'thumbnails.tooLarge',
  tooManyPixels: 'thumbnails.tooManyPixels',
  tooCostly: 'thumbnails.tooCostly',
  notPicture: 'thumbnails.notPicture',
} as const satisfies Record<FetchedImageProblem, MessageKey>

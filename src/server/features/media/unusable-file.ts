import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'

/** Why a file can't be kept; each is one refusal with its text. */
type FileProblem =
  | 'unknown'
  | 'secondKind'
  | 'noImage'
  | 'tooManyPixels'
  | 'tooCostly'
  | 'imageTooLarge'
  | 'avatarTooLarge'
  | 'brokenVideo'
  | 'codec'

/** A file that is refused by its bytes. */
export function unusable(problem: FileProblem, megabytes = 0): HttpError {
  const key = TEXTS[problem]
  return TOO_LARGE.has(problem)
    ? new HttpError(413, 'too_large', key, { values: { megabytes } })
    : new HttpError(415, 'unsupported_type', key)
}

const TOO_LARGE: ReadonlySet<FileProblem> = new Set([
  'tooManyPixels',
  'tooCostly',
  'imageTooLarge',
  'avatarTooLarge',
])

const TEXTS = {
  unknown: 'media.unknown',
  secondKind: 'media.secondKind',
  noImage: 'media.noImage',
  tooManyPixels: 'media.tooManyPixels',
  tooCostly: 'media.tooCostly',
  imageTooLarge: 'media.imageTooLarge',
  avatarTooLarge: 'media.avatarTooLarge',
  brokenVideo: 'media.brokenVideo',
  codec: 'media.codec',
} as const satisfies Record<FileProblem, MessageKey>

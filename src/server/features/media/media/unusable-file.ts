import { HttpError } from '#server/http/errors.ts'
import type { Message, MessageKey } from '#server/http/translations.ts'

/** Why a file is refused; each has its own message. */
export type FileProblem =
  | 'unknown'
  | 'polyglot'
  | 'noImage'
  | 'tooManyPixels'
  | 'tooCostly'
  | 'imageTooLarge'
  | 'avatarTooLarge'
  | 'emojiTooLarge'
  | 'emojiFormat'
  | 'brokenVideo'
  | 'emptyVideo'
  | 'codec'
  | 'noVideoFile'
  | 'noCaptions'
  | 'captionsEncoding'
  | 'frameTooLarge'
  | 'videoTooLong'
  | 'tooManyTracks'
  | 'repeatsData'
  | 'conversionTooLong'
  | 'conversionTooCostly'

/** The error for a file that is refused because of its bytes: 413 or 415. */
export function unusableFile(problem: FileProblem, values: Message['values'] = {}): HttpError {
  const key = MESSAGES[problem]
  return TOO_LARGE_PROBLEMS.has(problem)
    ? new HttpError(413, 'too_large', key, { values })
    : new HttpError(415, 'unsupported_type', key, { values })
}

const TOO_LARGE_PROBLEMS: ReadonlySet<FileProblem> = new Set([
  'tooManyPixels',
  'tooCostly',
  'imageTooLarge',
  'avatarTooLarge',
  'emojiTooLarge',
  'frameTooLarge',
  'videoTooLong',
  'conversionTooLong',
  'conversionTooCostly',
])

const MESSAGES = {
  unknown: 'media.unknown',
  polyglot: 'media.polyglot',
  noImage: 'media.noImage',
  tooManyPixels: 'media.tooManyPixels',
  tooCostly: 'media.tooCostly',
  imageTooLarge: 'media.imageTooLarge',
  avatarTooLarge: 'media.avatarTooLarge',
  emojiTooLarge: 'media.emojiTooLarge',
  emojiFormat: 'media.emojiFormat',
  brokenVideo: 'media.brokenVideo',
  emptyVideo: 'media.emptyVideo',
  codec: 'media.codec',
  noVideoFile: 'media.noVideoFile',
  noCaptions: 'captions.unknown',
  captionsEncoding: 'captions.encoding',
  frameTooLarge: 'media.frameTooLarge',
  videoTooLong: 'media.videoTooLong',
  tooManyTracks: 'media.tooManyTracks',
  repeatsData: 'media.repeatsData',
  conversionTooLong: 'media.conversionTooLong',
  conversionTooCostly: 'media.conversionTooCostly',
} as const satisfies Record<FileProblem, MessageKey>

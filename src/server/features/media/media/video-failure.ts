import { HttpError, unavailable } from '#server/http/errors.ts'
import type { TranscodeError } from '#server/transcoding/transcode-error.ts'
import type { TranscodeProblem } from '#transcode/protocol.ts'
import { diskFull } from './free-space.ts'
import { type FileProblem, unusableFile } from './unusable-file.ts'

/** Seconds until the machine may have memory again. */
const RETRY_SECONDS = 15

/** The response for a video that cannot be stored: 413, 415 or 422 because of the file, 503 because of this machine. */
export function videoFailure(error: TranscodeError): HttpError {
  if (error.problem === 'overAllowance') return Object.assign(overAllowance(), { cause: error })
  const problem = FILE_PROBLEMS[error.problem]
  const response = problem ? unusableFile(problem) : temporaryFailure(error)
  return Object.assign(response, { cause: error })
}

/** The response when the converted file exceeds the owner's allowance. */
export const overAllowance = () => new HttpError(422, 'unprocessable', 'media.overAllowance')

function temporaryFailure({ problem }: TranscodeError): HttpError {
  return problem === 'outOfSpace'
    ? diskFull()
    : unavailable('unavailable', 'media.processingUnavailable', RETRY_SECONDS)
}

/** All problems that another attempt does not solve. */
const FILE_PROBLEMS: Partial<Record<TranscodeProblem, FileProblem>> = {
  unreadable: 'brokenVideo',
  empty: 'emptyVideo',
  noVideo: 'emptyVideo',
  noAudio: 'emptyVideo',
  unsupportedCodec: 'codec',
  tooLarge: 'frameTooLarge',
  tooLong: 'videoTooLong',
  tooManyTracks: 'tooManyTracks',
  repeatsData: 'repeatsData',
  outOfMemory: 'conversionTooCostly',
  timeout: 'conversionTooCostly',
}

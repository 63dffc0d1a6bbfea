import { limit } from '#shared/settings/limits.ts'
import { HttpError, invalid } from '#server/http/errors.ts'

/**
 * Returns the bytes of a base64 data URL. Decodes strictly: a character that is not base64 is an error. Ignores the
 * declared media type, because it is not reliable.
 * @throws {HttpError} 400 at the field `path`, 413
 */
export function decodeDataUrl(dataUrl: string, path: string): Buffer {
  if (dataUrl.length > limit('postBytes')) {
    throw new HttpError(413, 'too_large', 'uploads.tooLarge', {
      values: { megabytes: limit('postBytes') / 1024 ** 2 },
    })
  }
  const comma = dataUrl.indexOf(',')
  const body = dataUrl.slice(comma + 1)
  const bytes = Buffer.from(body, 'base64')
  // `Buffer.from` skips or stops at invalid characters, so invalid input decodes to fewer bytes than its length implies.
  const isComplete =
    body.length % 4 === 0 &&
    bytes.length === (body.length / 4) * 3 - (/=*$/.exec(body.slice(-2))?.[0].length ?? 0)
  const isStandardAlphabet = !body.includes('-') && !body.includes('_')
  if (
    comma > MAX_PREFIX_LENGTH ||
    !PREFIX.test(dataUrl.slice(0, comma)) ||
    !isComplete ||
    !isStandardAlphabet ||
    bytes.length === 0
  ) {
    throw invalid([{ path, key: 'media.dataUrl' }])
  }
  return bytes
}

const MAX_PREFIX_LENGTH = 200
const PREFIX = /^data:(?:[\w.+-]+\/[\w.+-]+(?:;[\w-]+=[\w.+-]+)*)?;base64$/i

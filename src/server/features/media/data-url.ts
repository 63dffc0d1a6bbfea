import { limit } from '#shared/settings/limits.ts'
import { HttpError, invalid } from '#server/http/errors.ts'

/**
 * The bytes of a data-URL in base64, to the letter: nothing is left out or guessed. Its type is the sender's word and
 * not looked at.
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
  // Whatever is no base64 is skipped or ends the decoding, so that less comes out than went in.
  const isWhole =
    body.length % 4 === 0 &&
    bytes.length === (body.length / 4) * 3 - (/=*$/.exec(body.slice(-2))?.[0].length ?? 0)
  const isPlain = !body.includes('-') && !body.includes('_')
  if (
    comma > HEAD_LENGTH ||
    !HEAD.test(dataUrl.slice(0, comma)) ||
    !isWhole ||
    !isPlain ||
    bytes.length === 0
  ) {
    throw invalid([{ path, key: 'media.dataUrl' }])
  }
  return bytes
}

const HEAD_LENGTH = 200
const HEAD = /^data:(?:[\w.+-]+\/[\w.+-]+(?:;[\w-]+=[\w.+-]+)*)?;base64$/i

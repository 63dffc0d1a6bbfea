import { unusableFile } from './unusable-file.ts'

/**
 * Returns the text of a file with captions, without its byte order mark. Accepts UTF-8, and UTF-16 with a byte order mark, which
 * Windows Notepad writes. Refuses other encodings, because a wrong guess would garble the text unnoticed.
 * @throws {HttpError} 415 with the first line that is not in UTF-8
 */
export function decodeCaptions(bytes: Uint8Array): string {
  const encoding = BYTE_ORDER_MARKS.find(({ mark }) =>
    mark.every((byte, index) => bytes[index] === byte),
  )?.encoding
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw Object.assign(unusableFile('captionsEncoding', { line: firstBadLine(bytes) }), { cause: error })
  }
}

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
]

const LINE_FEED = 0x0a

function firstBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start)
    const next = end < 0 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(start, next))) return line
    start = next
  }
  return line
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

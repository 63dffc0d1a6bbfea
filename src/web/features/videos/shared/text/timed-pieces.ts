import { splitText, type TextPiece } from '#shared/text/post-text.ts'

export type TimedPiece = TextPiece | { kind: 'time'; text: string; second: number }

/** `1:05` or `1:02:03`, also in Arabic digits and before a colon, not within another number or time. */
const TIME =
  /(?<![\p{Nd}:.])(?:([0-9٠-٩۰-۹]{1,2}):)?([0-9٠-٩۰-۹]{1,2}):([0-5٠-٥۰-۵][0-9٠-٩۰-۹])(?!:?\p{Nd})/gu

/** Splits a text about a video into text, links, and the times within the video. */
export function splitTimedText(text: string, duration: number): TimedPiece[] {
  return splitText(text).flatMap((piece) =>
    piece.kind === 'text' ? splitTimes(piece.text, duration) : [piece],
  )
}

function splitTimes(text: string, duration: number): TimedPiece[] {
  const pieces: TimedPiece[] = []
  let end = 0
  for (const match of text.matchAll(TIME)) {
    const [time, hours = '0', minutes = '0', seconds = '0'] = match
    const second = toNumber(hours) * 3600 + toNumber(minutes) * 60 + toNumber(seconds)
    if (second >= duration) continue
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push({ kind: 'time', text: time, second })
    end = match.index + time.length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

/** In each of the three sets of digits, the last four bits of a character are its value. */
function toNumber(digits: string): number {
  return [...digits].reduce((total, digit) => total * 10 + ((digit.codePointAt(0) ?? 0) & 0xf), 0)
}

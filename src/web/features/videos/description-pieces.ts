import { splitText, type TextPiece } from '#shared/text/post-text.ts'

export type DescriptionPiece = TextPiece | { kind: 'time'; text: string; second: number }

/** `1:05` or `1:02:03`, not within another number or time. */
const TIME = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:])/g

/** Splits a description into text, links, and the times within its video. */
export function splitDescription(description: string, duration: number): DescriptionPiece[] {
  return splitText(description).flatMap((piece) =>
    piece.kind === 'text' ? splitTimes(piece.text, duration) : [piece],
  )
}

function splitTimes(text: string, duration: number): DescriptionPiece[] {
  const pieces: DescriptionPiece[] = []
  let end = 0
  for (const match of text.matchAll(TIME)) {
    const [time, hours = '0', minutes = '0', seconds = '0'] = match
    const second = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (second >= duration) continue
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push({ kind: 'time', text: time, second })
    end = match.index + time.length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

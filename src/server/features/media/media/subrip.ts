import { type Cue, cueTimes, requireAllowedCount } from './cue.ts'
import { rewriteCueText } from './webvtt-text.ts'

/*
 * SubRip (.srt) as written by editors, transcription services and in old collections. It has no specification: a cue is a
 * counter, a line with its times, and lines of text up to an empty line. Some files omit the counter or the empty line.
 */

/** Whether a file begins with the times of a cue, after at most its counter. */
export function isSubrip(lines: readonly string[]): boolean {
  const [first = '', second = ''] = lines.filter((line) => line.trim() !== '')
  return isTiming(first, '') || (isCounter(first) && isTiming(second, first))
}

/** @throws {HttpError} 422 for cues that cannot be shown */
export function parseSubrip(lines: readonly string[]): Cue[] {
  const timings = lines.flatMap((line, index) => (isTiming(line, lines[index - 1]) ? [index] : []))
  const hasCounters = lines.slice(0, timings[0]).some(isCounter)
  const cues: Cue[] = []
  for (const [position, index] of timings.entries()) {
    const times = parseTiming(lines[index] ?? '', index + 1)
    const next = timings[position + 1]
    const following = lines.slice(index + 1, next)
    // Some programs have doubled the line ends, so that empty lines also follow the counter.
    while (following.at(-1)?.trim() === '') following.pop()
    // The counter of the next cue.
    if (next !== undefined && hasCounters && isCounter(following.at(-1) ?? '')) following.pop()
    const { settings, text } = rewriteText(following.filter((line) => line.trim() !== '').join('\n'))
    if (text !== '') cues.push({ ...times, settings, text })
    requireAllowedCount(cues)
  }
  return cues
}

const isCounter = (line: string) => /^\s*\d{1,9}\s*$/.test(line)

/**
 * True for a line with complete times, and for a line with an arrow after a counter or an empty line; the parser refuses the
 * latter if it is malformed. An arrow elsewhere belongs to the text.
 */
function isTiming(line: string, previous = ''): boolean {
  if (COMPLETE_TIMING.test(line)) return true
  return /^\s*[\d:.,;]+\s*-->/.test(line) && (previous.trim() === '' || isCounter(previous))
}

const COMPLETE_TIME = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{1,2}[,.]\d{1,3}`
const COMPLETE_TIMING = new RegExp(String.raw`^\s*${COMPLETE_TIME}\s*-->\s*${COMPLETE_TIME}(?:\s|$)`)

const TIME = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[,.](\d{1,3}))?`
/** Some programs write coordinates in pixels of a film after the times, or settings of WebVTT; they are left out. */
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`)

function parseTiming(text: string, line: number): Pick<Cue, 'start' | 'end'> {
  const match = TIMING.exec(text)
  return cueTimes(match && { start: match.slice(1, 5), end: match.slice(5, 9) }, line)
}

/** Converts HTML tags in either case, and tags in braces of other formats, to WebVTT. `{\an8}` places the cue at the top. */
function rewriteText(text: string): Pick<Cue, 'settings' | 'text'> {
  const withTags = text
    .replaceAll(
      /<(\/?)\s*([biu])\s*>/gi,
      (_tag, slash: string, name: string) => `<${slash}${name.toLowerCase()}>`,
    )
    .replaceAll(
      /\{(\/?)([biu])\}/gi,
      (_tag, slash: string, name: string) => `<${slash}${name.toLowerCase()}>`,
    )
    .replaceAll(/\{\\[^{}\n]{0,200}\}/g, '')
    .replaceAll(/\\N/g, '\n')
    .replaceAll(/\\h/g, '\u00a0')
  return { settings: /\{\\an[789]\}/.test(text) ? 'line:0' : '', text: rewriteCueText(withTags) }
}

import { HttpError } from '#server/http/errors.ts'
import { type Cue, cueTimes, requireAllowedCount } from './cue.ts'
import { decodeCaptions } from './decode-captions.ts'
import { isSubrip, parseSubrip } from './subrip.ts'
import { unusableFile } from './unusable-file.ts'
import { rewriteCueText } from './webvtt-text.ts'

/**
 * Parses WebVTT or SubRip and writes WebVTT: only the cues, with their known settings and tags. Styles, regions, comments
 * and identifiers are left out.
 * @throws {HttpError} 415 for bytes that are neither, or not in a known encoding, 422 for cues that cannot be shown
 */
export function rewriteCaptions(bytes: Uint8Array): string {
  const lines = decodeCaptions(bytes).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').split('\n')
  const cues = parseCaptions(lines)
  if (cues.length === 0) throw new HttpError(422, 'unprocessable', 'captions.empty')
  const sorted = cues.toSorted((a, b) => a.start - b.start)
  return `WEBVTT\n\n${sorted.map(writeCue).join('\n')}`
}

function parseCaptions(lines: readonly string[]): Cue[] {
  const [header = '', ...body] = lines
  if (/^WEBVTT(?:[ \t]|$)/.test(header)) return parseCues(body)
  if (isSubrip(lines)) return parseSubrip(lines)
  throw unusableFile('noCaptions')
}

/** A cue is a line with `-->` and the lines up to an empty one; all other lines are not shown. */
function parseCues(lines: readonly string[]): Cue[] {
  const cues: Cue[] = []
  for (let index = 0; index < lines.length; index++) {
    const timing = lines[index] ?? ''
    if (!timing.includes('-->')) continue
    // The header is the first line.
    const times = parseTiming(timing, index + 2)
    const textLines: string[] = []
    for (let next = lines[index + 1]; next && !next.includes('-->'); next = lines[index + 1]) {
      textLines.push(next)
      index++
    }
    const text = rewriteCueText(textLines.join('\n'))
    if (text !== '') cues.push({ ...times, text })
    requireAllowedCount(cues)
  }
  return cues
}

const TIME = String.raw`(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const TIMING = new RegExp(String.raw`^[ \t]*${TIME}[ \t]*-->[ \t]*${TIME}(?:[ \t]+(.*))?$`)

function parseTiming(text: string, line: number): Omit<Cue, 'text'> {
  const match = TIMING.exec(text)
  const times = cueTimes(match && { start: match.slice(1, 5), end: match.slice(5, 9) }, line)
  return { ...times, settings: knownSettings(match?.[9] ?? '') }
}

const PERCENT = String.raw`\d{1,3}(?:\.\d{1,3})?%`
const SETTING = new RegExp(
  [
    'vertical:(?:rl|lr)',
    String.raw`line:(?:-?\d{1,4}|${PERCENT})(?:,(?:start|center|end))?`,
    `position:${PERCENT}(?:,(?:line-left|center|line-right))?`,
    `size:${PERCENT}`,
    'align:(?:start|center|end|left|right)',
  ]
    .map((each) => `^${each}$`)
    .join('|'),
)

const knownSettings = (settings: string) =>
  settings
    .split(/[ \t]+/)
    .filter((each) => SETTING.test(each))
    .slice(0, MAX_SETTINGS)
    .join(' ')
/** One of each. */
const MAX_SETTINGS = 5

function writeCue({ start, end, settings, text }: Cue): string {
  return `${writeTime(start)} --> ${writeTime(end)}${settings && ` ${settings}`}\n${text}\n`
}

function writeTime(ms: number): string {
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0')
  const [seconds, minutes, hours] = [ms / 1000, ms / 60_000, ms / 3_600_000]
  return `${part(hours)}:${part(minutes % 60)}:${part(seconds % 60)}.${part(ms % 1000, 3)}`
}

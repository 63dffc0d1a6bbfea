import { HttpError } from '#server/http/errors.ts'

/** A caption. Times are in milliseconds; `settings` and `text` are WebVTT. */
export type Cue = { start: number; end: number; settings: string; text: string }

/** An hour of dense speech has about 2000. */
const MAX_CUES = 20_000
const MAX_MS = 100 * 60 * 60 * 1000

/** @throws {HttpError} 422 */
export function requireAllowedCount(cues: readonly Cue[]): void {
  if (cues.length > MAX_CUES)
    throw new HttpError(422, 'unprocessable', 'captions.tooMany', { values: { max: MAX_CUES } })
}

/** The groups of a time's expression: hours, minutes, seconds and digits of milliseconds. */
type TimeParts = readonly (string | undefined)[]

/**
 * Returns the times of a cue in line number `line` of the file. `parts` is null if the line contains no times.
 * @throws {HttpError} 422 when they are malformed, or not in order
 */
export function cueTimes(
  parts: { start: TimeParts; end: TimeParts } | null,
  line: number,
): Pick<Cue, 'start' | 'end'> {
  const [start, end] = parts ? [toMs(parts.start), toMs(parts.end)] : [0, 0]
  if (end <= start || end > MAX_MS)
    throw new HttpError(422, 'unprocessable', 'captions.time', { values: { line } })
  return { start, end }
}

function toMs([hours = '0', minutes, seconds, fraction = '']: TimeParts): number {
  const milliseconds = Number(fraction.padEnd(3, '0'))
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds
}

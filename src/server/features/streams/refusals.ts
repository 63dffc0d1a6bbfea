import type { Restriction } from '#shared/chat.ts'
import { HttpError } from '#server/http/errors.ts'
import type { BanRow } from './ban-queries.ts'

/** For a user who is banned from the stream. */
export const banned = () => new HttpError(403, 'banned', 'errors.banned')

/** For a user who is timed out of the chat for `seconds` more. */
export function timedOut(seconds: number): HttpError {
  return new HttpError(403, 'timed_out', 'errors.timedOut', {
    values: durationOf(seconds),
    retryAfter: seconds,
  })
}

/** For a user who follows, but not for as long as the chat asks for. */
export function followTooNew({ wait, neededMinutes }: { wait: number; neededMinutes: number }): HttpError {
  const needed = durationOf(neededMinutes * 60)
  const values = { ...durationOf(wait), neededUnit: needed.unit, neededCount: needed.count }
  return new HttpError(403, 'followers_only', 'errors.followTooNew', { values, retryAfter: wait })
}

/** Returns a number of seconds in the longest unit that fits at least twice. */
function durationOf(seconds: number): { unit: string; count: number } {
  const [unit, length] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  return { unit, count: Math.ceil(seconds / length) }
}

/** Unit and its seconds, longest first. */
const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

export function presentRestriction({ until }: Pick<BanRow, 'until'>): Restriction {
  if (!until) return { kind: 'ban', until: null, seconds: null }
  const seconds = Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1000))
  return { kind: 'timeout', until: until.toISOString(), seconds }
}

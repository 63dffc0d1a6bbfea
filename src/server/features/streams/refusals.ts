import type { Restriction } from '#shared/chat.ts'
import { HttpError } from '#server/http/errors.ts'
import type { BanRow } from './ban-queries.ts'

/** For a user who is banned from the stream. */
export const banned = () => new HttpError(403, 'banned', 'errors.banned')

/** For a user who is timed out of the chat for `seconds` more. */
export function timedOut(seconds: number): HttpError {
  const [unit, length] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  const values = { unit, count: Math.ceil(seconds / length) }
  return new HttpError(403, 'timed_out', 'errors.timedOut', { values, retryAfter: seconds })
}

/** Unit and its seconds, longest first. The first unit that fits at least twice is used. */
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

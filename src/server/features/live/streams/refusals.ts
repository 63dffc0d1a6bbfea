import type { Restriction } from '#shared/live/chat.ts'
import { HttpError } from '#server/http/errors.ts'
import { durationOf, timedOut as timedOutError } from '#server/http/timed-out.ts'
import type { BanRow } from './ban-queries.ts'

/** For a user who is banned from the stream. */
export const banned = () => new HttpError(403, 'banned', 'errors.banned')

/** For a user who is timed out of the chat for `seconds` more. */
export const chatTimedOut = (seconds: number) => timedOutError(seconds, 'errors.timedOut')

/** For a follower whose follow is newer than the chat requires. */
export function followTooNew({ wait, neededMinutes }: { wait: number; neededMinutes: number }): HttpError {
  const needed = durationOf(neededMinutes * 60)
  const values = { ...durationOf(wait), neededUnit: needed.unit, neededCount: needed.count }
  return new HttpError(403, 'followers_only', 'errors.followTooNew', { values, retryAfter: wait })
}

export function presentRestriction({ until }: Pick<BanRow, 'until'>): Restriction {
  if (!until) return { kind: 'ban', until: null, seconds: null }
  const seconds = Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1000))
  return { kind: 'timeout', until: until.toISOString(), seconds }
}

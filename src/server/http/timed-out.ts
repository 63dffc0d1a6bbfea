import { HttpError } from './errors.ts'
import type { MessageKey } from './translations.ts'

/** For a user who may not write for `seconds` more; `key` is a text with `unit` and `count`. */
export function timedOut(seconds: number, key: MessageKey): HttpError {
  const [unit, length] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  const values = { unit, count: Math.ceil(seconds / length) }
  return new HttpError(403, 'timed_out', key, { values, retryAfter: seconds })
}

/** Unit and its seconds, longest first. The first unit that fits at least twice is used. */
const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

/** Throws 403 `timed_out` during a moderator's time-out of the user. */
export function assertNotTimedOut({ timedOutUntil }: { timedOutUntil: Date | null }): void {
  const ms = timedOutUntil === null ? 0 : timedOutUntil.getTime() - Date.now()
  if (ms > 0) throw timedOut(Math.ceil(ms / 1000), 'errors.timedOutOfSite')
}

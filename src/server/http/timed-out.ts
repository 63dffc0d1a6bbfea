import { HttpError } from './errors.ts'
import type { MessageKey } from './translations.ts'

/** For a user who may not write for `seconds` more; `key` is a text with `unit` and `count`. */
export function timedOut(seconds: number, key: MessageKey): HttpError {
  return new HttpError(403, 'timed_out', key, { values: durationOf(seconds), retryAfter: seconds })
}

/** Returns a number of seconds in the longest unit that fits at least twice. */
export function durationOf(seconds: number): { unit: string; count: number } {
  const [unit, length] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  return { unit, count: Math.ceil(seconds / length) }
}

/** Unit and its seconds, longest first. */
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

/** The same for a change that sets something: removing a text and hiding something stay possible. */
export function assertMayChange(user: { timedOutUntil: Date | null }, change: object): void {
  if (!Object.values(change).every(isEmpty)) assertNotTimedOut(user)
}

/** Whether a field of a body removes or hides something, or is not set. */
function isEmpty(value: unknown): boolean {
  const isSimple = typeof value !== 'object' || value === null
  return isSimple ? value === '' || (value ?? false) === false : Object.keys(value).length === 0
}

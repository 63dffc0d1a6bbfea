import { ApiError } from './api-error.ts'

/** Statuses below 500 that pass: signed out, too slow, in conflict, too early, and too often. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 409, 425, 429])

/** Whether the same call may succeed later. A refusal of what was asked for is final; a lost connection is not. */
export function canRetry(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  const { status } = error
  return status < 400 || status >= 500 || PASSING.has(status)
}

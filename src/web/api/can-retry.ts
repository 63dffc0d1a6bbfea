import { ApiError } from './api-error.ts'

/** Statuses below 500 that are temporary: signed out, timeout, conflict, too early, and rate limited. */
const TEMPORARY: ReadonlySet<number> = new Set([401, 408, 409, 425, 429])

/** Whether the same call may succeed later: a client error is final, a lost connection is not. */
export function canRetry(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  const { status } = error
  return status < 400 || status >= 500 || TEMPORARY.has(status)
}

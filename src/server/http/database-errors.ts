import { type DatabaseFailure, databaseFailureOf } from '#server/db/database-failure.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import { type HttpError, unavailable } from './errors.ts'
import type { MessageKey } from './translations.ts'

/** Seconds until a retry makes sense. A full disk waits for the operator. */
const RETRY_SECONDS = { unreachable: 5, timeout: 5, busy: 5, full: 60 } satisfies Record<
  DatabaseFailure,
  number
>

/** Whether the app's own disk, or that of its files, has no room left. Also finds it in the causes of an error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /^(ENOSPC|EDQUOT)$/.test(codeOf(error)) || isDiskFull(error.cause)
}

/**
 * Returns the 503 for an error that means that the database cannot work now, or that the disk is full, else null. A write
 * that got it may be stored all the same; repeating it is safe.
 */
export function temporaryErrorOf(error: unknown): HttpError | null {
  const failure = databaseFailureOf(error) ?? (isDiskFull(error) ? 'full' : null)
  if (!failure) return null
  const key = failure === 'full' ? 'errors.diskFull' : 'errors.unavailable'
  return unavailable('unavailable', key, RETRY_SECONDS[failure])
}

/** The same for the operator, with the reason; every failure counts as one of the database. */
export function readinessErrorOf(error: unknown): HttpError {
  const failure = databaseFailureOf(error) ?? 'unreachable'
  return unavailable('unavailable', REASONS[failure], RETRY_SECONDS[failure])
}

const REASONS = {
  unreachable: 'database.unreachable',
  timeout: 'database.timeout',
  busy: 'database.busy',
  full: 'database.full',
} satisfies Record<DatabaseFailure, MessageKey>

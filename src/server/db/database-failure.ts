import { codeOf, oneLine } from '#server/startup/startup-error.ts'
import { isConnectionError } from './connection-errors.ts'
import { ACQUIRE_TIMEOUT, QUERY_TIMEOUT } from './pool.ts'

/**
 * The reason for a temporary failure of the database: its connection failed or it is starting or stopping
 * (`unreachable`), it did not respond or has cancelled a statement in time (`timeout`), it has no connection or memory
 * left (`busy`), or no room on its disk (`full`).
 */
export type DatabaseFailure = 'unreachable' | 'timeout' | 'busy' | 'full'

/** Returns null for all other errors, such as an invalid statement. Also finds the failure in the causes of an error. */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const failure = failureOf(cause)
    if (failure) return failure
  }
  return null
}

/** By SQLSTATE; the order matters. */
const FAILURE_BY_CODE: readonly [RegExp, DatabaseFailure][] = [
  // query_canceled, lock_not_available.
  [/^(57014|55P03)$/, 'timeout'],
  // disk_full.
  [/^53100$/, 'full'],
  // insufficient_resources: memory, too_many_connections (53300).
  [/^53/, 'busy'],
  // connection_exception, admin_shutdown and cannot_connect_now (57P…), idle in transaction for too long, and a server that
  // has become a read-only standby.
  [/^(08...|57P..|25P03|25P04|25006)$/, 'unreachable'],
]

/** By the code of the system call, for connections to the database only. */
const FAILURE_BY_SYSTEM_CODE: readonly [RegExp, DatabaseFailure][] = [
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/, 'unreachable'],
]

/** Errors of the library that have no code. */
const FAILURE_BY_MESSAGE: readonly [string, DatabaseFailure][] = [
  [QUERY_TIMEOUT, 'timeout'],
  ['Connection terminated due to connection timeout', 'timeout'],
  [ACQUIRE_TIMEOUT, 'busy'],
  ['Connection terminated', 'unreachable'],
  // Each further statement in a transaction whose connection is lost.
  ['Client has encountered a connection error', 'unreachable'],
  ['Client was closed', 'unreachable'],
]

/** The Unix socket of a server that has ended. Any other missing file is an error of the app. */
const isMissingSocket = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

function failureOf(error: Error): DatabaseFailure | null {
  const code = codeOf(error)
  const isOfConnection = isConnectionError(error)
  const byCodes = isOfConnection ? [...FAILURE_BY_CODE, ...FAILURE_BY_SYSTEM_CODE] : FAILURE_BY_CODE
  const [, byCode] = byCodes.find(([pattern]) => pattern.test(code)) ?? []
  const [, byMessage] = FAILURE_BY_MESSAGE.find(([start]) => error.message.startsWith(start)) ?? []
  return byCode ?? byMessage ?? (isOfConnection && isMissingSocket(error) ? 'unreachable' : null)
}

/** The innermost cause as one line: the message of a failed statement contains its parameters, which are private. */
export function rootCauseOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? rootCauseOf(error.cause) : oneLine(error)
}

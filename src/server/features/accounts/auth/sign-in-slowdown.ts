import { createHash } from 'node:crypto'
import type { Executor } from '#server/db/executor.ts'
import { rateLimited } from '#server/http/errors.ts'
import { countSignInFailure, findSignInFailures, undoSignInFailure } from './slowdown-queries.ts'

/** Failures of an account before the first wait: more than a user's typing errors. */
const FREE_FAILURES = 30
/** At five minutes an attacker has at most 288 guesses a day, from any number of IP addresses. */
const MAX_WAIT_SECONDS = 5 * 60
/** After each further failure: one second, which doubles. */
const WAITS_SECONDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, MAX_WAIT_SECONDS]
/** By the number of failures. */
const WAITS_MS = [
  ...Array<number>(FREE_FAILURES - 1).fill(0),
  ...WAITS_SECONDS.map((seconds) => seconds * 1000),
]
/** Time after the last failure at which an account's failures are reset. */
const RESET_MS = 24 * 60 * 60 * 1000

/** True once attempts at this account have to wait. */
export async function isSlowedDown(db: Executor, email: string): Promise<boolean> {
  const found = await findSignInFailures(db, digestOf(email), new Date())
  return found !== undefined && found.failures >= FREE_FAILURES
}

/**
 * Slows down guesses at one account's password from many IP addresses and unknown browsers, whatever node they reach:
 * after 30 failures one guess a second is accepted, then one in 2, 4, … seconds, up to 5 minutes. The account is never
 * locked. Counts a failure before the password is verified, so that concurrent guesses do not all pass. Returns the
 * function that undoes this. Throws 429 and counts nothing while the account has to wait.
 */
export async function slowDownGuess(db: Executor, email: string): Promise<() => Promise<void>> {
  const account = digestOf(email)
  const now = new Date()
  const attempt = await countSignInFailure(db, account, { now, waitsMs: WAITS_MS, resetMs: RESET_MS })
  if (attempt !== undefined) return () => undoSignInFailure(db, account, attempt)
  const found = await findSignInFailures(db, account, now)
  const waitMs = (found?.nextAttemptAt?.getTime() ?? 0) - now.getTime()
  throw rateLimited(Math.max(1, Math.ceil(waitMs / 1000)))
}

/** Hashed, so that the table contains no e-mail addresses of people without an account. */
const digestOf = (email: string) => createHash('sha256').update(email).digest('base64url')

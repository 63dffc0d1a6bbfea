import { LRUCache } from 'lru-cache'
import { rateLimited } from '#server/http/errors.ts'

/** Failures of an account before the first wait: more than a user's typing errors. */
const FREE_FAILURES = 30
/** At five minutes an attacker has at most 288 guesses a day, from any number of IP addresses. */
const MAX_WAIT_MS = 5 * 60 * 1000
/** The first wait; it doubles with each further failure. */
const FIRST_WAIT_MS = 1000
/** Time after the last failure at which an account's failures are reset. */
const RESET_MS = 24 * 60 * 60 * 1000
/** Least recently tried accounts are evicted first, so an account under attack stays. */
const MAX_ACCOUNTS = 50_000

type Account = { failures: number; nextAttemptAt: number }

const NO_FAILURES: Account = { failures: 0, nextAttemptAt: 0 }

/**
 * Slows down guesses at one account's password from many IP addresses and unknown browsers: after 30 failures one guess a
 * second is accepted, then one in 2, 4, … seconds, up to 5 minutes. The account is never locked.
 */
export class SignInSlowdown {
  readonly #accounts = new LRUCache<string, Account>({
    // `max` would allocate the memory of all accounts at once.
    maxSize: MAX_ACCOUNTS,
    sizeCalculation: () => 1,
    ttl: RESET_MS,
    // Removes the e-mail address too, without another attempt.
    ttlAutopurge: true,
  })

  /** True once attempts at this account have to wait. */
  isSlow(email: string): boolean {
    return this.#accountFor(email).failures >= FREE_FAILURES
  }

  /**
   * Counts a failure before the password is verified, so that concurrent guesses do not all pass. Returns the function
   * that undoes it. Throws 429, counting nothing, while the account has to wait.
   */
  countFailure(email: string): () => void {
    const now = Date.now()
    const account = this.#accountFor(email)
    if (account.nextAttemptAt > now) throw rateLimited(Math.ceil((account.nextAttemptAt - now) / 1000))
    const failures = account.failures + 1
    const nextAttemptAt = failures < FREE_FAILURES ? 0 : now + waitMsAfter(failures)
    const counted = { failures, nextAttemptAt }
    this.#accounts.set(email, counted)
    return () => this.#undoFailure(email, counted)
  }

  #undoFailure(email: string, counted: Account): void {
    const account = this.#accountFor(email)
    const failures = account.failures - 1
    // The wait after a later failure stays.
    const nextAttemptAt = account === counted ? 0 : account.nextAttemptAt
    if (failures <= 0) this.#accounts.delete(email)
    else this.#accounts.set(email, { failures, nextAttemptAt })
  }

  #accountFor(email: string): Account {
    return this.#accounts.get(email) ?? NO_FAILURES
  }
}

function waitMsAfter(failures: number): number {
  // Caps the exponent, as 2 ** 1024 is Infinity.
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_FAILURES, 30))
}

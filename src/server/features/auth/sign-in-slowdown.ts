import { LRUCache } from 'lru-cache'
import { rateLimited } from '#server/http/errors.ts'

/** Failures of an account before the first wait: more than a member and its family mistype. */
const FREE_FAILURES = 30
/** An attacker who never stops has at most 288 guesses a day, from however many addresses. */
const MAX_WAIT_MS = 5 * 60 * 1000
/** A wait doubles with each failure, from this one on. */
const FIRST_WAIT_MS = 1000
/** Failures are forgotten so long after the last one. */
const FORGET_MS = 24 * 60 * 60 * 1000
/** The one that was tried longest ago is forgotten first, which an account under attack never is. */
const MAX_ACCOUNTS = 50_000

type Account = { failures: number; opensAt: number; forgottenAt: number }

/**
 * Slows down guesses at one account's password that come from many addresses and from browsers that the account does not
 * know: after 30 failures one guess a second is taken, then one in 2, 4, … seconds, up to 5 minutes. The account is
 * never locked.
 */
export class SignInSlowdown {
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })

  /** Whether guesses at this account have to wait for each other. */
  isSlow(email: string): boolean {
    return this.#of(email).failures >= FREE_FAILURES
  }

  /**
   * Counts a failure before the password is looked at, so that guesses side by side do not all pass. Returns the function
   * that takes it back. Throws 429 when it has to wait, which counts nothing.
   */
  countFailure(email: string): () => void {
    const now = Date.now()
    const account = this.#of(email)
    if (account.opensAt > now) throw rateLimited(Math.ceil((account.opensAt - now) / 1000))
    const failures = account.failures + 1
    const opensAt = failures < FREE_FAILURES ? 0 : now + waitAfter(failures)
    this.#accounts.set(email, { failures, opensAt, forgottenAt: now + FORGET_MS })
    return () => this.#takeBack(email)
  }

  #takeBack(email: string): void {
    const { failures, forgottenAt } = this.#of(email)
    if (failures <= 1) this.#accounts.delete(email)
    else this.#accounts.set(email, { failures: failures - 1, opensAt: 0, forgottenAt })
  }

  #of(email: string): Account {
    const account = this.#accounts.get(email)
    return account && account.forgottenAt > Date.now() ? account : { failures: 0, opensAt: 0, forgottenAt: 0 }
  }
}

function waitAfter(failures: number): number {
  // The exponent is bounded: two to the power of a thousand is no number.
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_FAILURES, 30))
}

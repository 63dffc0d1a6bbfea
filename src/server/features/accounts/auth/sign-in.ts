import type * as z from 'zod/mini'
import type { credentials } from '#shared/accounts/auth.ts'
import type { Db } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { updateLastLogin } from '#server/features/accounts/users/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { HttpError, forbidden, unauthorized } from '#server/http/errors.ts'
import { type RateLimits, rateOf } from '#server/http/rates/rate-limits.ts'
import { checkPassword } from './check-password.ts'
import { type SignInHeaders, tryConsumeSignInMail, mailNewSignIn } from './new-sign-in.ts'
import { isKnownAddress } from './queries.ts'
import { isSlowedDown, slowDownGuess } from './sign-in-slowdown.ts'

/** Limits a known browser, which skips the slowdown: its cookie may be stolen. */
const DEVICE_RATE = rateOf('failedSignInsOfDevice')

type Dependencies = Pick<Context, 'config'> & { db: Db; limits: RateLimits }
type Credentials = z.output<typeof credentials>
/** `device` is null for a browser in which the account has never signed in. */
type Origin = { ipAddress: string; device: string | null } & SignInHeaders

/**
 * Verifies a user's password, records the sign-in, and tells the user when the browser is a new one. Returns also the
 * hash that the password was verified against. Throws 401 `wrong_credentials` for an unknown account or a wrong
 * password, 403 for a deactivated account and one that awaits approval, 429 after too many attempts.
 */
export async function signInUser(
  dependencies: Dependencies,
  credentials: Credentials,
  origin: Origin,
): Promise<{ user: UserRow; passwordHash: string }> {
  const { db } = dependencies
  const undoFailure = await countFailure(dependencies, credentials.email, origin)
  const found = await checkPassword(dependencies, credentials, origin.ipAddress).catch(
    async (error: unknown) => {
      // The attempt was refused by a limit, so it is not a wrong password.
      await undoFailure()
      throw error
    },
  )
  if (!found?.passwordHash) throw new HttpError(401, 'wrong_credentials', 'errors.wrongCredentials')
  await undoFailure()
  if (found.awaitsApproval) throw new HttpError(403, 'approval_pending', 'errors.approvalPending')
  if (!found.isActive) throw forbidden('errors.deactivated')
  const isMailed = origin.device === null && (await tryConsumeSignInMail(dependencies, found.id))
  const user = await db.transaction(async (tx) => {
    const event = { eventType: 'member_signed_in', userId: found.id, ipAddress: origin.ipAddress }
    await recordEvent(tx, event)
    const row = await updateLastLogin(tx, found.id)
    if (!row) throw unauthorized()
    if (isMailed) await mailNewSignIn(tx, row, origin)
    return row
  })
  return { user, passwordHash: found.passwordHash }
}

/**
 * Counts a failed sign-in before the password is verified, in addition to `checkPassword`. The failure of a known browser
 * counts for the browser, any other for the account. While guesses are slowed down, an IP address that is known to the
 * account is exempt. Returns the function that undoes the count. Throws 429 after too many failures.
 */
async function countFailure(
  { db, limits }: Dependencies,
  email: string,
  { ipAddress, device }: Origin,
): Promise<() => void | Promise<void>> {
  if (device !== null) {
    const key = `${device} ${email}`
    await limits.consume(DEVICE_RATE, key)
    return () => limits.refund(DEVICE_RATE, key)
  }
  if ((await isSlowedDown(db, email)) && (await isKnownAddress(db, email, ipAddress))) return () => {}
  return slowDownGuess(db, email)
}

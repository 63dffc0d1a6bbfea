import type * as z from 'zod/mini'
import type { credentials } from '#shared/auth.ts'
import type { Db } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { updateLastLogin } from '#server/features/users/queries.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError, forbidden, unauthorized } from '#server/http/errors.ts'
import { type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import { checkPassword } from './check-password.ts'
import { hasSignedInFrom } from './queries.ts'
import type { SignInSlowdown } from './sign-in-slowdown.ts'

/** Of a browser that an account knows, which does not wait for others: its cookie may have been stolen. */
const OF_DEVICE = rateOf('failedSignInsOfDevice')

type Parts = { db: Db; limits: RateLimits; slowdown: SignInSlowdown }
type Credentials = z.output<typeof credentials>
/** Where a sign-in comes from: `device` is null for a browser that the account does not know. */
type Origin = { address: string; device: string | null }

/**
 * Lets a member in by its password, and answers the hash that it was checked against. Throws 401 `wrong_credentials`
 * whether the account or the password is wrong, 403 for a deactivated account, 429 after too many tries.
 */
export async function signInUser(
  parts: Parts,
  credentials: Credentials,
  origin: Origin,
): Promise<{ user: UserRow; passwordHash: string }> {
  const { db } = parts
  const takeBack = await countFailure(parts, credentials.email, origin)
  const found = await checkPassword(parts, credentials, origin.address).catch(async (error: unknown) => {
    // Refused before the password was looked at.
    await takeBack()
    throw error
  })
  if (!found?.passwordHash) throw new HttpError(401, 'wrong_credentials', 'errors.wrongCredentials')
  await takeBack()
  if (!found.isActive) throw forbidden('errors.deactivated')
  const user = await db.transaction(async (tx) => {
    const event = { eventType: 'member_signed_in', userId: found.id, ipAddress: origin.address }
    await recordEvent(tx, event)
    const row = await updateLastLogin(tx, found.id)
    if (!row) throw unauthorized()
    return row
  })
  return { user, passwordHash: found.passwordHash }
}

/**
 * Counts a failure beyond those of one account and address: of a browser that the account knows by that browser alone, of
 * any other by the account, unless it comes from an address where the account has signed in. Returns the function that
 * takes it back. Throws 429.
 */
async function countFailure(
  { db, limits, slowdown }: Parts,
  email: string,
  { address, device }: Origin,
): Promise<() => void | Promise<void>> {
  if (device !== null) {
    const key = `${device} ${email}`
    await limits.consume(OF_DEVICE, key)
    return () => limits.refund(OF_DEVICE, key)
  }
  if (slowdown.isSlow(email) && (await hasSignedInFrom(db, email, address))) return () => {}
  return slowdown.countFailure(email)
}

import type * as z from 'zod/mini'
import type { credentials } from '#shared/auth.ts'
import type { Db } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { findCredentials, updateLastLogin } from '#server/features/users/queries.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError, forbidden, unauthorized } from '#server/http/errors.ts'
import { type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import { verifyPassword } from './passwords.ts'

const OF_ACCOUNT = rateOf('failedSignInsOfAccount')
const OF_ADDRESS = rateOf('failedSignInsOfAddress')

/**
 * Checks a member's password. Throws 401 `wrong_credentials` whether the account or the password is wrong, 403 for
 * a deactivated account, 429 after too many failures.
 */
export async function signInMember(
  { db, limits }: { db: Db; limits: RateLimits },
  { email, password }: z.output<typeof credentials>,
  address: string,
): Promise<UserRow> {
  const account = `${email} ${address}`
  // Counted before the password is looked at, or attempts side by side would all pass; a success is given back.
  await limits.take(OF_ADDRESS, address)
  await limits.take(OF_ACCOUNT, account)
  const found = await findCredentials(db, email)
  if (!(await verifyPassword(found?.passwordHash, password)) || !found) {
    throw new HttpError(401, 'wrong_credentials', 'errors.wrongCredentials')
  }
  await limits.giveBack(OF_ACCOUNT, account)
  await limits.giveBack(OF_ADDRESS, address)
  if (!found.isActive) throw forbidden('errors.deactivated')
  return db.transaction(async (tx) => {
    await recordEvent(tx, { eventType: 'member_signed_in', userId: found.id, ipAddress: address })
    const user = await updateLastLogin(tx, found.id)
    if (!user) throw unauthorized()
    return user
  })
}

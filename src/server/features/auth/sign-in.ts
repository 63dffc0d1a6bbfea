import type * as z from 'zod/mini'
import type { credentials } from '#shared/auth.ts'
import type { Db } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { updateLastLogin } from '#server/features/users/queries.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError, forbidden, unauthorized } from '#server/http/errors.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { checkPassword } from './check-password.ts'

/**
 * Lets a member in by its password, and answers the hash that it was checked against. Throws 401 `wrong_credentials`
 * whether the account or the password is wrong, 403 for a deactivated account, 429 after too many tries.
 */
export async function signInMember(
  { db, limits }: { db: Db; limits: RateLimits },
  { email, password }: z.output<typeof credentials>,
  address: string,
): Promise<{ user: UserRow; passwordHash: string }> {
  const found = await checkPassword({ db, limits }, { email, password }, address)
  if (!found?.passwordHash) throw new HttpError(401, 'wrong_credentials', 'errors.wrongCredentials')
  if (!found.isActive) throw forbidden('errors.deactivated')
  const user = await db.transaction(async (tx) => {
    await recordEvent(tx, { eventType: 'member_signed_in', userId: found.id, ipAddress: address })
    const row = await updateLastLogin(tx, found.id)
    if (!row) throw unauthorized()
    return row
  })
  return { user, passwordHash: found.passwordHash }
}

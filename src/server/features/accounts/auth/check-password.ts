import type * as z from 'zod/mini'
import type { credentials } from '#shared/accounts/auth.ts'
import type { Db } from '#server/db/executor.ts'
import { findCredentials } from '#server/features/accounts/users/queries.ts'
import { type RateLimits, rateOf } from '#server/http/rates/rate-limits.ts'
import { verifyPassword } from './passwords.ts'

const ACCOUNT_RATE = rateOf('failedSignInsOfAccount')
const ADDRESS_RATE = rateOf('failedSignInsOfAddress')
const SUCCESS_RATE = rateOf('correctPasswords')

/** Returns the account when the password is right, otherwise undefined. Throws 429 after too many attempts. */
export async function checkPassword(
  { db, limits }: { db: Db; limits: RateLimits },
  { email, password }: z.output<typeof credentials>,
  ipAddress: string,
): Promise<Awaited<ReturnType<typeof findCredentials>>> {
  const accountKey = `${email} ${ipAddress}`
  // Checked first: an IP address without attempts left must not add a counter for each account that it names.
  await limits.check(ADDRESS_RATE, ipAddress)
  // Consumed before the password is verified, or concurrent attempts would all pass; a success is refunded.
  // The account's limit comes first: attempts beyond it do not consume the limit of the IP address, which many may share.
  await limits.consume(ACCOUNT_RATE, accountKey)
  await limits.consume(ADDRESS_RATE, ipAddress)
  const found = await findCredentials(db, email)
  if (!(await verifyPassword(found?.passwordHash, password, ipAddress)) || !found) return undefined
  // When this limit is reached, the attempt is not refunded: soon the limits above refuse further attempts, without the
  // cost of verifying a password.
  await limits.consume(SUCCESS_RATE, found.id)
  await limits.refund(ACCOUNT_RATE, accountKey)
  await limits.refund(ADDRESS_RATE, ipAddress)
  return found
}

import type * as z from 'zod/mini'
import type { credentials } from '#shared/auth.ts'
import type { Db } from '#server/db/executor.ts'
import { findCredentials } from '#server/features/users/queries.ts'
import { type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import { verifyPassword } from './passwords.ts'

const OF_ACCOUNT = rateOf('failedSignInsOfAccount')
const OF_ADDRESS = rateOf('failedSignInsOfAddress')
const RIGHT = rateOf('rightPasswords')

/** The account whose password this is; undefined when there is none. Throws 429 after too many tries. */
export async function checkPassword(
  { db, limits }: { db: Db; limits: RateLimits },
  { email, password }: z.output<typeof credentials>,
  address: string,
): Promise<Awaited<ReturnType<typeof findCredentials>>> {
  const account = `${email} ${address}`
  // An address without attempts left adds no counter for an account, of which it could name any number.
  await limits.check(OF_ADDRESS, address)
  // Counted before the password is looked at, or attempts side by side would all pass; a success is given back.
  // The account first: repeated attempts at one account use up little of what an address may, which many may share.
  await limits.consume(OF_ACCOUNT, account)
  await limits.consume(OF_ADDRESS, address)
  const found = await findCredentials(db, email)
  if (!(await verifyPassword(found?.passwordHash, password, address)) || !found) return undefined
  // Who is refused here is given nothing back, and so is soon refused before a password is looked at.
  await limits.consume(RIGHT, found.id)
  await limits.refund(OF_ACCOUNT, account)
  await limits.refund(OF_ADDRESS, address)
  return found
}

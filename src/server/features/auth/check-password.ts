import type * as z from 'zod/mini'
import type { credentials } from '#shared/auth.ts'
import type { Db } from '#server/db/executor.ts'
import { findCredentials } from '#server/features/users/queries.ts'
import { type Rate, type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import { verifyPassword } from './passwords.ts'

const OF_ACCOUNT = rateOf('failedSignInsOfAccount')
const OF_ADDRESS = rateOf('failedSignInsOfAddress')
/** Right passwords of an account: nobody signs in so often, and each one costs a hash and a session. */
const RIGHT: Rate = { name: 'rightPasswords', points: 100, seconds: 900 }

/** The account whose password this is; undefined when there is none. Throws 429 after too many tries. */
export async function checkPassword(
  { db, limits }: { db: Db; limits: RateLimits },
  { email, password }: z.output<typeof credentials>,
  address: string,
): Promise<Awaited<ReturnType<typeof findCredentials>>> {
  const account = `${email} ${address}`
  // Counted before the password is looked at, or attempts side by side would all pass; a success is given back.
  // The account first: who tries one without end uses up little of what an address may, which many may share.
  await limits.take(OF_ACCOUNT, account)
  await limits.take(OF_ADDRESS, address)
  const found = await findCredentials(db, email)
  if (!(await verifyPassword(found?.passwordHash, password, address)) || !found) return undefined
  // Who is refused here is given nothing back, and so is soon refused before a password is looked at.
  await limits.take(RIGHT, found.id)
  await limits.giveBack(OF_ACCOUNT, account)
  await limits.giveBack(OF_ADDRESS, address)
  return found
}

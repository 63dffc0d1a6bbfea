import { inArray } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export type ReceiptUser = {
  id: string
  handle: string
  email: string
  firstName: string | null
  lastName: string | null
  language: string | null
  emailVerifiedAt: Date | null
}

/** Returns the users with these ids that have an account. */
export function listReceiptUsers(tx: Executor, ids: readonly string[]): Promise<ReceiptUser[]> {
  return tx
    .select({
      id: users.id,
      handle: users.handle,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      language: users.language,
      emailVerifiedAt: users.emailVerifiedAt,
    })
    .from(users)
    .where(inArray(users.id, [...ids]))
}

import { eq } from 'drizzle-orm'
import type { ProfileChange } from '#shared/community/profile.ts'
import type { Executor } from '#server/db/executor.ts'
import { violatesConstraint } from '#server/db/violates.ts'
import { USER_COLUMNS, userSearchVector } from '#server/features/accounts/users/queries.ts'
import { type UserRow, users } from '#server/features/accounts/users/schema.ts'

/** Updates the given fields and the search vector. The row must be locked (`lockUser`). */
export async function updateUser(tx: Executor, user: UserRow, change: ProfileChange): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ ...change, search: userSearchVector({ ...user, ...change }) })
    .where(eq(users.id, user.id))
    .returning(USER_COLUMNS)
  if (!row) throw new Error('a locked user is missing')
  return row
}

export async function updateAvatar(tx: Executor, id: string, url: string | null): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ profileImageUrl: url })
    .where(eq(users.id, id))
    .returning(USER_COLUMNS)
  if (!row) throw new Error('a locked user is missing')
  return row
}

/** True for a violation of the unique index on handles. */
export function isHandleTaken(error: unknown): boolean {
  return violatesConstraint(error, 'users_handle_key')
}

import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export async function updateDismissedNotice(db: Executor, userId: string, version: string): Promise<void> {
  await db
    .update(users)
    // Unchanged, as `updatedAt` is public and this is not.
    .set({ dismissedNotice: version, updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, userId))
}

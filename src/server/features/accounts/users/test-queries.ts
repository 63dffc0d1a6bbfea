import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from './schema.ts'

/** Gives a user Creator Pro, or ends it. */
export async function setPro(db: Executor, userId: string, isPremium: boolean): Promise<void> {
  await db.update(users).set({ isPremium }).where(eq(users.id, userId))
}

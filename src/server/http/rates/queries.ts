import { lt } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { rateLimits } from './schema.ts'

/** Deletes the counts of windows that have ended. */
export async function deleteExpiredRates(db: Executor): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}

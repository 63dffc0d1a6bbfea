import { eq } from 'drizzle-orm'
import type { Payout } from '#shared/money/payouts.ts'
import type { Executor } from '#server/db/executor.ts'
import { creatorPayouts } from './schema.ts'

const { userId, payoutEmail, payoutCountry } = creatorPayouts

/** The address that tips of a user are paid to. */
export async function findPayoutAddress(db: Executor, id: string): Promise<Payout | undefined> {
  const [row] = await db.select({ payoutEmail, payoutCountry }).from(creatorPayouts).where(eq(userId, id))
  return row
}

/** Changes the given fields. Returns the result. */
export async function updatePayoutAddress(
  db: Executor,
  id: string,
  change: Partial<Payout>,
): Promise<Payout> {
  const [row] = await db
    .insert(creatorPayouts)
    .values({ userId: id, ...change })
    .onConflictDoUpdate({ target: userId, set: { ...change, updatedAt: new Date() } })
    .returning({ payoutEmail, payoutCountry })
  if (!row) throw new Error('an upsert returned no payout')
  return row
}

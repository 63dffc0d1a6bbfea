import { and, asc, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type SubscriptionPaymentRow, subscriptionPayments, subscriptions } from './schema.ts'

export function listPayments(db: Executor, subscriptionId: string): Promise<SubscriptionPaymentRow[]> {
  return db
    .select()
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.subscriptionId, subscriptionId))
    .orderBy(asc(subscriptionPayments.paidAt), asc(subscriptionPayments.id))
}

/** Returns payments of a user's subscriptions, newest first; one more than `limit` when there are more. */
export function listUserPayments(
  db: Executor,
  { userId, limit, before }: { userId: string; limit: number; before?: string | undefined },
) {
  return db
    .select({
      payment: subscriptionPayments,
      isSandbox: subscriptions.isSandbox,
      orderId: subscriptions.providerSubscriptionId,
    })
    .from(subscriptionPayments)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPayments.subscriptionId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        before === undefined ? undefined : lt(subscriptionPayments.id, before),
      ),
    )
    .orderBy(desc(subscriptionPayments.id))
    .limit(limit + 1)
}
export type UserPayment = Awaited<ReturnType<typeof listUserPayments>>[number]

export async function insertPayment(
  tx: Executor,
  payment: Omit<typeof subscriptionPayments.$inferInsert, 'id' | 'createdAt'>,
): Promise<SubscriptionPaymentRow> {
  const [row] = await tx.insert(subscriptionPayments).values(payment).returning()
  if (!row) throw new Error('an insert returned no payment')
  return row
}

export async function updatePayment(
  tx: Executor,
  id: string,
  change: Pick<SubscriptionPaymentRow, 'status'>,
): Promise<void> {
  await tx.update(subscriptionPayments).set(change).where(eq(subscriptionPayments.id, id))
}

/** Returns all payments of a user's subscriptions. */
export function listPaymentsOf(db: Executor, userId: string): Promise<object[]> {
  return db
    .select(getTableColumns(subscriptionPayments))
    .from(subscriptionPayments)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPayments.subscriptionId))
    .where(eq(subscriptions.userId, userId))
}

import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { paymentOrders } from './schema.ts'

/** Stands for the address of a deleted creator: null would mean that the platform owes the payment. */
const FORGOTTEN = ''

/** Removes the messages of a payer, and the address of a creator, from orders, which the accounts need. */
export async function forgetInOrders(tx: Executor, userId: string): Promise<void> {
  const updatedAt = sql`${paymentOrders.updatedAt}`
  await tx
    .update(paymentOrders)
    .set({ message: null, updatedAt })
    .where(and(eq(paymentOrders.payerId, userId), isNotNull(paymentOrders.message)))
  await tx
    .update(paymentOrders)
    .set({ payeeEmail: FORGOTTEN, updatedAt })
    .where(and(eq(paymentOrders.creatorId, userId), isNotNull(paymentOrders.payeeEmail)))
}

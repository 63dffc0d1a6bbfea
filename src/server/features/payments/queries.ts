import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { tips } from '#server/features/tips/schema.ts'
import { type PaymentOrderRow, paymentEvents, paymentOrders } from './schema.ts'

type NewOrder = Omit<typeof paymentOrders.$inferInsert, 'status' | 'createdAt' | 'updatedAt'>
type OrderChange = Partial<Omit<PaymentOrderRow, 'id' | 'createdAt'>>

export async function insertOrder(db: Executor, order: NewOrder): Promise<PaymentOrderRow> {
  const [row] = await db.insert(paymentOrders).values(order).returning()
  if (!row) throw new Error('an insert returned no order')
  return row
}

export async function updateOrder(db: Executor, id: string, change: OrderChange): Promise<void> {
  await db.update(paymentOrders).set(change).where(eq(paymentOrders.id, id))
}

/** Returns an order by the provider's id, and whether it has a tip. */
export async function findOrderByProviderId(
  db: Executor,
  providerOrderId: string,
): Promise<{ order: PaymentOrderRow; hasTip: boolean } | undefined> {
  const [row] = await db
    .select({ order: paymentOrders, hasTip: sql<boolean>`${tips.id} is not null` })
    .from(paymentOrders)
    .leftJoin(tips, eq(tips.orderId, paymentOrders.id))
    .where(eq(paymentOrders.providerOrderId, providerOrderId))
  return row
}

/** Returns an order by our id, which is the reference of the provider's order. */
export async function findOrder(db: Executor, id: string): Promise<PaymentOrderRow | undefined> {
  const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, id))
  return row
}

/** Returns the order with a payment, by the provider's id of it. */
export async function findOrderByCapture(
  db: Executor,
  captureId: string,
): Promise<PaymentOrderRow | undefined> {
  const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.captureId, captureId))
  return row
}

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Executor, id: string): Promise<PaymentOrderRow> {
  const [row] = await tx.select().from(paymentOrders).where(eq(paymentOrders.id, id)).for('no key update')
  if (!row) throw new Error(`the order ${id} is gone`)
  return row
}

/** Returns orders of a provider that are due to be read again, those that wait longest first. */
export async function listDueOrders(
  db: Executor,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
): Promise<PaymentOrderRow[]> {
  return db
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.provider, provider), lte(paymentOrders.nextCheckAt, now)))
    .orderBy(asc(paymentOrders.nextCheckAt))
    .limit(limit)
}

/** Stores that an event was received. Returns false for a repeated one. */
export async function insertEvent(tx: Executor, event: { id: string; type: string }): Promise<boolean> {
  const { rowCount } = await tx.insert(paymentEvents).values(event).onConflictDoNothing()
  return rowCount !== 0
}

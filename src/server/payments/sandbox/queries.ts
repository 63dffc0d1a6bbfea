import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/executor.ts'
import type { NewOrder, NewSubscription } from '#server/payments/payment-provider.ts'
import { sandboxOrders, sandboxRefunds, sandboxSubscriptions } from './schema.ts'

export type OrderRow = typeof sandboxOrders.$inferSelect & { refunds: RefundRow[] }
type RefundRow = { id: string; reference: string; amountCents: number }
export type SubscriptionRow = typeof sandboxSubscriptions.$inferSelect

/** Inserts an order, or returns the one that has its reference. */
export async function insertOrder(
  db: Executor,
  id: string,
  { reference, amountCents, currency, payeeEmail }: NewOrder,
): Promise<OrderRow> {
  await db
    .insert(sandboxOrders)
    .values({ id, reference, amountCents, currency, payeeEmail: payeeEmail?.toLowerCase() ?? null })
    .onConflictDoNothing({ target: sandboxOrders.reference })
  const row = await findOrderBy(db, eq(sandboxOrders.reference, reference))
  if (!row) throw new Error('an inserted order is missing')
  return row
}

export const findOrder = (db: Executor, id: string): Promise<OrderRow | undefined> =>
  findOrderBy(db, eq(sandboxOrders.id, id))

async function findOrderBy(db: Executor, condition: ReturnType<typeof eq>): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(sandboxOrders).where(condition)
  if (!row) return undefined
  const { id, reference, amountCents } = sandboxRefunds
  const refunds = await db
    .select({ id, reference, amountCents })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.orderId, row.id))
    .orderBy(sandboxRefunds.createdAt, id)
  return { ...row, refunds }
}

/** Approves an order that is not approved yet; returns whether it is approved then. */
export async function approveOrder(db: Executor, id: string, payerId: string): Promise<boolean> {
  const rows = await db
    .update(sandboxOrders)
    .set({
      status: sql`case status when 'created' then 'approved' else status end`,
      payerId: sql`coalesce(payer_id, ${payerId})`,
    })
    .where(and(eq(sandboxOrders.id, id), inArray(sandboxOrders.status, ['created', 'approved', 'completed'])))
    .returning({ payerId: sandboxOrders.payerId })
  return rows[0]?.payerId === payerId
}

/** Captures an approved order; changes nothing otherwise. */
export async function captureOrder(db: Executor, id: string, captureId: string): Promise<void> {
  await db
    .update(sandboxOrders)
    .set({ status: 'completed', captureId })
    .where(and(eq(sandboxOrders.id, id), eq(sandboxOrders.status, 'approved')))
}

/**
 * Calls `decide` with the locked order of a capture and inserts the refund that it returns, unless there is one with this
 * reference; returns the refund's id. Undefined if there is no such capture.
 */
export function insertRefund(
  db: Db,
  { id, captureId, reference }: { id: string; captureId: string; reference: string },
  decide: (order: OrderRow) => number,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [locked] = await tx
      .select({ id: sandboxOrders.id })
      .from(sandboxOrders)
      .where(eq(sandboxOrders.captureId, captureId))
      .for('update')
    const order = locked && (await findOrder(tx, locked.id))
    if (!order) return undefined
    const earlier = order.refunds.find((refund) => refund.reference === reference)
    if (earlier) return earlier.id
    await tx.insert(sandboxRefunds).values({ id, orderId: order.id, reference, amountCents: decide(order) })
    return id
  })
}

/** Inserts a subscription, or returns the one that has its reference. */
export async function insertSubscription(
  db: Executor,
  id: string,
  { reference, planId }: NewSubscription,
): Promise<SubscriptionRow> {
  await db
    .insert(sandboxSubscriptions)
    .values({ id, reference, planId })
    .onConflictDoNothing({ target: sandboxSubscriptions.reference })
  const [row] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.reference, reference))
  if (!row) throw new Error('an inserted subscription is missing')
  return row
}

export async function findSubscription(db: Executor, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id))
  return row
}

/** Starts a subscription that is pending; returns whether it is this subscriber's and has started. */
export async function startSubscription(
  db: Executor,
  id: string,
  { subscriberId, startedAt }: { subscriberId: string; startedAt: Date },
): Promise<boolean> {
  await db
    .update(sandboxSubscriptions)
    .set({ status: 'active', subscriberId, startedAt })
    .where(and(eq(sandboxSubscriptions.id, id), eq(sandboxSubscriptions.status, 'pending')))
  const row = await findSubscription(db, id)
  return row?.status === 'active' && row.subscriberId === subscriberId
}

/** Ends a subscription that has not ended. */
export async function endSubscription(db: Executor, id: string, endedAt: Date): Promise<void> {
  await db
    .update(sandboxSubscriptions)
    .set({ status: 'cancelled', endedAt })
    .where(and(eq(sandboxSubscriptions.id, id), inArray(sandboxSubscriptions.status, ['pending', 'active'])))
}

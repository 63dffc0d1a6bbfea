import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import type { ProviderColumns } from '#server/payments/sandbox-mode.ts'
import { type PaymentOrderRow, paymentEvents, paymentOrders } from './schema.ts'

type NewOrder = Omit<typeof paymentOrders.$inferInsert, 'status' | 'createdAt' | 'updatedAt'>
export type OrderChange = Partial<Omit<PaymentOrderRow, 'id' | 'createdAt'>>

/** Stores an order; a stream that does not exist is stored as null. */
export async function insertOrder(
  db: Executor,
  { streamId = null, ...order }: NewOrder,
): Promise<PaymentOrderRow> {
  const [row] = await db
    .insert(paymentOrders)
    .values({ ...order, streamId: existingStreamId(streamId) })
    .returning()
  if (!row) throw new Error('an insert returned no order')
  return row
}

/** The id of a stream, or null if it is deleted. */
const existingStreamId = (id: string | null) => sql<string | null>`(select id from streams where id = ${id})`

/** Changes an order; a stream that does not exist is stored as null. */
export async function updateOrder(db: Executor, id: string, change: OrderChange): Promise<void> {
  const { streamId, ...rest } = change
  await db
    .update(paymentOrders)
    .set({ ...rest, ...(streamId !== undefined && { streamId: existingStreamId(streamId) }) })
    .where(eq(paymentOrders.id, id))
}

/** Clears the start of a capture that did not happen, unless another capture was started since. */
export async function clearCaptureStart(
  db: Executor,
  id: string,
  { startedAt, nextCheckAt }: { startedAt: Date; nextCheckAt: Date | null },
): Promise<void> {
  await db
    .update(paymentOrders)
    .set({ captureStartedAt: null, nextCheckAt })
    .where(and(eq(paymentOrders.id, id), eq(paymentOrders.captureStartedAt, startedAt)))
}

/** Ends an order, unless it is completed or pending by now. */
async function closeUnpaidOrder(db: Executor, id: string, status: 'failed' | 'expired'): Promise<void> {
  await db
    .update(paymentOrders)
    .set({ status, nextCheckAt: null })
    .where(and(eq(paymentOrders.id, id), inArray(paymentOrders.status, ['created', 'failed', 'expired'])))
}

/** Ends an order that nobody paid in time. */
export const expireOrder = (db: Executor, id: string): Promise<void> => closeUnpaidOrder(db, id, 'expired')

/** Ends an order whose payment was declined. */
export const failOrder = (db: Executor, id: string): Promise<void> => closeUnpaidOrder(db, id, 'failed')

/** Returns an order by the provider's id. */
export async function findOrderByProviderId(
  db: Executor,
  providerOrderId: string,
): Promise<PaymentOrderRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.providerOrderId, providerOrderId))
  return row
}

/** Returns an order by our id, which is the reference of the provider's order. */
export async function findOrder(db: Executor, id: string): Promise<PaymentOrderRow | undefined> {
  const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, id))
  return row
}

/** Returns an order by the provider's id of its capture. */
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

/**
 * Expires the oldest open orders of a payer, so that at most `ofCreator` remain for each creator, and `ofPayer` in total. An
 * order whose payment may have been captured is not open.
 */
export async function expireOldestOrders(
  tx: Executor,
  payerId: string,
  { ofCreator, ofPayer }: { ofCreator: number; ofPayer: number },
): Promise<void> {
  const isOpen = sql`${paymentOrders.status} = 'created' and ${paymentOrders.captureId} is null
    and ${paymentOrders.captureStartedAt} is null`
  await tx.execute(sql`
    update ${paymentOrders} set status = 'expired', next_check_at = null, updated_at = now()
    where ${isOpen} and ${paymentOrders.id} in (
      select id from (
        select ${paymentOrders.id} as id,
          row_number() over (partition by ${paymentOrders.creatorId} order by ${paymentOrders.id} desc) as of_creator,
          row_number() over (order by ${paymentOrders.id} desc) as of_payer
        from ${paymentOrders} where ${paymentOrders.payerId} = ${payerId} and ${isOpen}) as open
      where of_creator > ${ofCreator} or of_payer > ${ofPayer})`)
}

/**
 * Returns the orders of a provider that are due to be reconciled: first those with a started capture, then those that have
 * waited longest.
 */
export async function listDueOrders(
  db: Executor,
  { provider, isSandbox, now, limit }: ProviderColumns & { now: Date; limit: number },
): Promise<PaymentOrderRow[]> {
  return db
    .select()
    .from(paymentOrders)
    .where(
      and(
        eq(paymentOrders.provider, provider),
        eq(paymentOrders.isSandbox, isSandbox),
        lte(paymentOrders.nextCheckAt, now),
      ),
    )
    .orderBy(
      sql`${paymentOrders.captureId} is null and ${paymentOrders.captureStartedAt} is null`,
      asc(paymentOrders.nextCheckAt),
    )
    .limit(limit)
}

/** Stores that an event was received. Returns false for a repeated one. */
export async function insertEvent(tx: Executor, event: { id: string; type: string }): Promise<boolean> {
  const { rowCount } = await tx.insert(paymentEvents).values(event).onConflictDoNothing()
  return rowCount !== 0
}

export async function deleteEventsBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(paymentEvents).where(lt(paymentEvents.createdAt, before))
}

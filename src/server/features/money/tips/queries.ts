import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { lockOrder } from '#server/features/money/payments/queries.ts'
import { type PaymentOrderRow, paymentOrders } from '#server/features/money/payments/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { userRefColumns } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TipRow, tips } from './schema.ts'

type NewTip = Pick<
  TipRow,
  | 'orderId'
  | 'streamerId'
  | 'tipperId'
  | 'streamId'
  | 'isSandbox'
  | 'amountCents'
  | 'currency'
  | 'message'
  | 'paypalOrderId'
  | 'claimedAt'
>

export async function insertTip(tx: Executor, tip: NewTip): Promise<TipRow> {
  const [row] = await tx
    .insert(tips)
    .values({ id: v7(), ...tip, status: 'completed' })
    .returning()
  if (!row) throw new Error('an insert returned no tip')
  return row
}

export async function updateTip(
  tx: Executor,
  id: string,
  change: Partial<Pick<TipRow, 'message' | 'claimedAt' | 'refundedCents' | 'status'>>,
): Promise<TipRow> {
  const [row] = await tx.update(tips).set(change).where(eq(tips.id, id)).returning()
  if (!row) throw new Error(`the tip ${id} is gone`)
  return row
}

export async function findTipOfOrder(db: Executor, orderId: string): Promise<TipRow | undefined> {
  const [row] = await db.select().from(tips).where(eq(tips.orderId, orderId))
  return row
}

/** Returns an order by the provider's id, and whether it has a tip. */
export async function findOrderToClaim(
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

/** An order whose row is locked until the transaction ends, and its tip. */
export type LockedOrder = { order: PaymentOrderRow; tip: TipRow | undefined }

/** Locks an order, then reads its tip: a join would not see the tip of the transaction that it has waited for. */
export async function lockOrderWithTip(tx: Executor, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId)
  return { order, tip: await findTipOfOrder(tx, orderId) }
}

const tipper = alias(users, 'tipper')
const streamer = alias(users, 'streamer')

const selectTips = (db: Executor) =>
  db
    .select({
      tip: tips,
      tipper: userRefColumns(tipper),
      streamer: userRefColumns(streamer),
    })
    .from(tips)
    .leftJoin(tipper, eq(tipper.id, tips.tipperId))
    .leftJoin(streamer, eq(streamer.id, tips.streamerId))
export type TipWithUsers = Awaited<ReturnType<typeof selectTips>>[number]

export async function findTip(db: Executor, id: string): Promise<TipWithUsers | undefined> {
  const [row] = await selectTips(db).where(eq(tips.id, id))
  return row
}

/** A page of a list: newest first, one more than `limit` when there are more. */
type TipPage = { userId: string; direction: 'received' | 'sent'; limit: number; before?: string | undefined }

/** Returns tips that a user received or sent. */
export function listTips(
  db: Executor,
  { userId, direction, limit, before }: TipPage,
): Promise<TipWithUsers[]> {
  const column = direction === 'received' ? tips.streamerId : tips.tipperId
  return selectTips(db)
    .where(and(eq(column, userId), before === undefined ? undefined : lt(tips.id, before)))
    .orderBy(desc(tips.id))
    .limit(limit + 1)
}

/** Returns payments that are pending at the provider, or that failed after that. They have no tip. */
export function listUncompletedOrders(db: Executor, { userId, direction, limit, before }: TipPage) {
  const column = direction === 'received' ? paymentOrders.creatorId : paymentOrders.payerId
  return db
    .select({ order: paymentOrders, tipper: userRefColumns(tipper), streamer: userRefColumns(streamer) })
    .from(paymentOrders)
    .leftJoin(tips, eq(tips.orderId, paymentOrders.id))
    .leftJoin(tipper, eq(tipper.id, paymentOrders.payerId))
    .leftJoin(streamer, eq(streamer.id, paymentOrders.creatorId))
    .where(
      and(
        eq(column, userId),
        inArray(paymentOrders.status, ['pending', 'failed']),
        // A payment without a capture was declined at once; only its payer sees that.
        isNotNull(paymentOrders.captureId),
        isNull(tips.id),
        before === undefined ? undefined : lt(paymentOrders.id, before),
      ),
    )
    .orderBy(desc(paymentOrders.id))
    .limit(limit + 1)
}
export type UncompletedOrder = Awaited<ReturnType<typeof listUncompletedOrders>>[number]

type Period = { creatorId: string; from: Date; to: Date }

/** Returns tips that a creator received in a period, oldest first. */
export function listTipsBetween(
  db: Executor,
  { creatorId, from, to, limit, after }: Period & { limit: number; after: string | undefined },
): Promise<TipWithUsers[]> {
  return selectTips(db)
    .where(
      and(
        eq(tips.streamerId, creatorId),
        gte(tips.createdAt, from),
        lt(tips.createdAt, to),
        after === undefined ? undefined : gt(tips.id, after),
      ),
    )
    .orderBy(tips.id)
    .limit(limit)
}

/** Returns the id of the creator's public live stream. */
export async function findLiveStreamId(tx: Executor, creatorId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.streamerId, creatorId), eq(streams.isLive, true), eq(streams.isPublic, true)))
  return row?.id
}

/** Returns whether the stream is this creator's, and locks its row against deletion until the transaction ends. */
export async function lockStreamOfCreator(
  tx: Executor,
  streamId: string,
  creatorId: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.id, streamId), eq(streams.streamerId, creatorId)))
    .for('key share')
  return row !== undefined
}

/** Adds to the total of a stream's tips. */
export async function addToTipsTotal(
  tx: Executor,
  { streamId, isSandbox, cents }: { streamId: string; isSandbox: boolean; cents: number },
): Promise<void> {
  const { tipsCents, sandboxTipsCents, updatedAt } = streams
  await tx
    .update(streams)
    .set({
      ...(isSandbox
        ? { sandboxTipsCents: sql`${sandboxTipsCents} + ${cents}` }
        : { tipsCents: sql`${tipsCents} + ${cents}` }),
      updatedAt,
    })
    .where(eq(streams.id, streamId))
}

export async function findStreamTotals(db: Executor, streamId: string) {
  const { tipsCents, sandboxTipsCents, messagesCount, messagesAtStart } = streams
  const [row] = await db
    .select({ tipsCents, sandboxTipsCents, messagesCount, messagesAtStart })
    .from(streams)
    .where(eq(streams.id, streamId))
  return row
}

/** Removes the messages with the tips of a user. */
export async function removeTipMessagesOf(tx: Executor, tipperId: string): Promise<void> {
  await tx
    .update(tips)
    .set({ message: null, updatedAt: sql`${tips.updatedAt}` })
    .where(eq(tips.tipperId, tipperId))
}

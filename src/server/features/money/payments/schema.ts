import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, primaryId, timestamptz, updatedAt } from '#server/db/columns.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/**
 * `created` until it is paid (or approved: the provider knows), `pending` while the provider holds the payment back,
 * `completed`, `failed` when the provider declined the payment, `expired` when nobody paid it in time, or its payer began
 * too many others since. One that has expired can still be paid.
 */
type OrderStatus = 'created' | 'pending' | 'completed' | 'failed' | 'expired'

/** The id is the provider's. */
type OrderReversal = { id: string; amountCents: number }

/** Orders of tips at a payment provider. The id is the reference that the provider stores with its order. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: primaryId(),
    /** Name of the provider. */
    provider: text().notNull(),
    /** No money moved: an order of a sandbox. */
    isSandbox: boolean('is_sandbox').notNull(),
    /** Null until the provider has answered. */
    providerOrderId: text('provider_order_id'),
    payerId: uuid('payer_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null until its first tip binds an order without a creator. */
    creatorId: uuid('creator_id').references(() => users.id, { onDelete: 'set null' }),
    /** The payee's address at the provider; null if the money reaches the platform. */
    payeeEmail: text('payee_email'),
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'set null' }),
    /** The tip is not to be shown in the chat of the creator's live stream. */
    isOffStream: boolean('is_off_stream').notNull().default(false),
    amountCents: integer('amount_cents').notNull(),
    currency: text().notNull(),
    message: text(),
    status: text().$type<OrderStatus>().notNull().default('created'),
    /** When we last asked the provider to take the payment; null until then, and when it refused: nothing was paid. */
    captureStartedAt: timestamptz('capture_started_at'),
    /** The provider's id of the payment. */
    captureId: text('capture_id'),
    /** What the payer's bank took back, as verified events said; the provider's order does not show it. */
    reversals: jsonb().$type<OrderReversal[]>().notNull().default([]),
    /** When the reconciling job reads it from the provider next; null when nothing more can happen. */
    nextCheckAt: timestamptz('next_check_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('payment_orders_provider_key').on(table.providerOrderId),
    index('payment_orders_payer_idx').on(table.payerId, table.id),
    index('payment_orders_creator_idx').on(table.creatorId),
    index('payment_orders_stream_idx').on(table.streamId),
    // For a search by the whole id; as a hash it is no way to find all payments.
    index('payment_orders_capture_idx').using('hash', table.captureId),
    // The open orders of a payer.
    index('payment_orders_open_idx')
      .on(table.payerId, table.id)
      .where(sql`${table.status} = 'created'`),
    // What the platform owes, and what nobody claimed.
    index('payment_orders_platform_idx')
      .on(table.id)
      .where(sql`${table.payeeEmail} is null and ${table.status} = 'completed'`),
    index('payment_orders_check_idx')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('payment_orders_amount', sql`${table.amountCents} > 0`),
    check(
      'payment_orders_status',
      sql`${table.status} in ('created', 'pending', 'completed', 'failed', 'expired')`,
    ),
  ],
)
export type PaymentOrderRow = typeof paymentOrders.$inferSelect

/** Verified events of the provider, so that a repeated one is ignored. */
export const paymentEvents = pgTable('payment_events', {
  /** The provider's id. */
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: createdAt(),
})

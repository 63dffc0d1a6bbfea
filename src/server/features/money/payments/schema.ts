import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, primaryId, timestamptz, updatedAt } from '#server/db/columns.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/**
 * `created`: not paid yet; only the provider knows whether it is approved. `pending`: the provider holds the payment.
 * `failed`: the provider declined the payment. `expired`: not paid in time, or its payer has created too many others since;
 * an expired order can still be paid.
 */
type OrderStatus = 'created' | 'pending' | 'completed' | 'failed' | 'expired'

/** `id`: the provider's id of the reversal. */
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
    /** Null for an order without a creator, until its tip is claimed for one. */
    creatorId: uuid('creator_id').references(() => users.id, { onDelete: 'set null' }),
    /** The payee's address at the provider; null if the money reaches the platform. */
    payeeEmail: text('payee_email'),
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'set null' }),
    /** Whether the tip must not appear in the chat of the creator's live stream. */
    isOffStream: boolean('is_off_stream').notNull().default(false),
    amountCents: integer('amount_cents').notNull(),
    currency: text().notNull(),
    message: text(),
    status: text().$type<OrderStatus>().notNull().default('created'),
    /** When the last capture was started; null before, and once it is known to have failed. */
    captureStartedAt: timestamptz('capture_started_at'),
    /** The provider's id of the capture. */
    captureId: text('capture_id'),
    /** Reversals (chargebacks) by the payer's bank, from verified events: the provider's order does not show them. */
    reversals: jsonb().$type<OrderReversal[]>().notNull().default([]),
    /** When the reconciling job reads the order from the provider next; null when its state is final. */
    nextCheckAt: timestamptz('next_check_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('payment_orders_provider_key').on(table.providerOrderId),
    index('payment_orders_payer_idx').on(table.payerId, table.id),
    index('payment_orders_creator_idx').on(table.creatorId),
    index('payment_orders_stream_idx').on(table.streamId),
    // A hash index serves only searches by the whole id.
    index('payment_orders_capture_idx').using('hash', table.captureId),
    // The open orders of a payer.
    index('payment_orders_open_idx')
      .on(table.payerId, table.id)
      .where(sql`${table.status} = 'created'`),
    // Payments to the platform: owed to a creator, or unclaimed.
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

/** Received events of the provider, so that repeated deliveries are ignored. */
export const paymentEvents = pgTable('payment_events', {
  /** The provider's id. */
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: createdAt(),
})

import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PaymentStatus } from '#shared/money/payments.ts'
import { createdAt, primaryId, timestamptz, updatedAt } from '#server/db/columns.ts'
import { paymentOrders } from '#server/features/money/payments/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Paid tips. They outlive the accounts of both sides. */
export const tips = pgTable(
  'tips',
  {
    id: primaryId(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrders.id),
    streamerId: uuid('streamer_id').references(() => users.id, { onDelete: 'set null' }),
    tipperId: uuid('tipper_id').references(() => users.id, { onDelete: 'set null' }),
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'set null' }),
    /** Copied from the order: no money moved. */
    isSandbox: boolean('is_sandbox').notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    currency: text().notNull(),
    message: text(),
    paypalOrderId: text('paypal_order_id').notNull(),
    status: text().$type<Extract<PaymentStatus, 'completed' | 'refunded' | 'reversed'>>().notNull(),
    /** When the payer claimed it; null while only an event of the provider or the reconciling job has recorded it. */
    claimedAt: timestamptz('claimed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('tips_order_key').on(table.orderId),
    uniqueIndex('tips_paypal_order_key').on(table.paypalOrderId),
    index('tips_streamer_idx').on(table.streamerId, table.id),
    index('tips_tipper_idx').on(table.tipperId, table.id),
    index('tips_stream_idx').on(table.streamId),
    check('tips_amount', sql`${table.amountCents} > 0`),
    check('tips_refunded', sql`${table.refundedCents} between 0 and ${table.amountCents}`),
    check('tips_status', sql`${table.status} in ('completed', 'refunded', 'reversed')`),
  ],
)
export type TipRow = typeof tips.$inferSelect

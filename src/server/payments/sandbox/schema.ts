import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '#server/db/columns.ts'
import type { ProviderOrder, ProviderSubscription } from '#server/payments/payment-provider.ts'

// The records that a real provider keeps on its own side: no other table refers to them.

export const sandboxOrders = pgTable(
  'sandbox_orders',
  {
    id: text().primaryKey(),
    /** Id of the order on our side. */
    reference: uuid().notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text().notNull(),
    /** Null: the platform is paid. */
    payeeEmail: text('payee_email'),
    status: text().$type<ProviderOrder['status']>().notNull().default('created'),
    /** Account of the payer, from the approval on. */
    payerId: text('payer_id'),
    captureId: text('capture_id'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sandbox_orders_reference_key').on(table.reference),
    uniqueIndex('sandbox_orders_capture_key').on(table.captureId),
    check('sandbox_orders_amount', sql`${table.amountCents} > 0`),
    check('sandbox_orders_status', sql`${table.status} in ('created', 'approved', 'completed', 'voided')`),
  ],
)

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => sandboxOrders.id, { onDelete: 'cascade' }),
    reference: uuid().notNull(),
    amountCents: integer('amount_cents').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sandbox_refunds_once_key').on(table.orderId, table.reference),
    check('sandbox_refunds_amount', sql`${table.amountCents} > 0`),
  ],
)

export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text().primaryKey(),
    reference: uuid().notNull(),
    planId: text('plan_id').notNull(),
    status: text()
      .$type<Extract<ProviderSubscription['status'], 'pending' | 'active' | 'cancelled'>>()
      .notNull()
      .default('pending'),
    subscriberId: text('subscriber_id'),
    /** Time of the first payment; one follows each month until `endedAt`. */
    startedAt: timestamptz('started_at'),
    endedAt: timestamptz('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sandbox_subscriptions_reference_key').on(table.reference),
    check('sandbox_subscriptions_status', sql`${table.status} in ('pending', 'active', 'cancelled')`),
  ],
)

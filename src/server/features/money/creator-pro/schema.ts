import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PaymentStatus } from '#shared/money/payments.ts'
import { createdAt, primaryId, timestamptz, updatedAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { ProviderPlan, ProviderSubscription } from '#server/payments/payment-provider.ts'

/** Subscriptions to Creator Pro at a payment provider. The id is the reference that the provider stores with its own. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: primaryId(),
    /** Name of the provider. */
    provider: text().notNull(),
    /** No money moved: a subscription at a sandbox. */
    isSandbox: boolean('is_sandbox').notNull(),
    /** Null until the provider has answered. */
    providerSubscriptionId: text('provider_subscription_id'),
    /** Null once the account is deleted: the subscription is then cancelled. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    planId: text('plan_id').notNull(),
    /** Price and interval of the plan at the time of subscribing. */
    priceCents: integer('price_cents').notNull(),
    currency: text().notNull(),
    interval: text().$type<ProviderPlan['interval']>().notNull(),
    intervalCount: integer('interval_count').notNull(),
    /** The provider's status; `expired` also if it was not approved in time. */
    status: text().$type<ProviderSubscription['status']>().notNull().default('pending'),
    nextBillingAt: timestamptz('next_billing_at'),
    /** Failed payments in a row. */
    failedPayments: integer('failed_payments').notNull().default(0),
    /** End of the benefits as known now, with the grace period of a renewal; null without benefits. */
    premiumUntil: timestamptz('premium_until'),
    /** For optimistic locking: increases with each new state, so that an outdated read of the provider is repeated. */
    version: integer().notNull().default(0),
    /** When the reconciling job reads the subscription from the provider next; null when its state is final. */
    nextCheckAt: timestamptz('next_check_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('subscriptions_provider_key').on(table.providerSubscriptionId),
    index('subscriptions_user_idx').on(table.userId, table.id),
    index('subscriptions_live_idx')
      .on(table.id)
      .where(sql`${table.status} in ('active', 'suspended')`),
    index('subscriptions_check_idx')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('subscriptions_price', sql`${table.priceCents} >= 0`),
    check('subscriptions_interval', sql`${table.interval} in ('day', 'week', 'month', 'year')`),
    check('subscriptions_interval_count', sql`${table.intervalCount} > 0`),
    check(
      'subscriptions_status',
      sql`${table.status} in ('pending', 'active', 'suspended', 'cancelled', 'expired')`,
    ),
    check('subscriptions_failed_payments', sql`${table.failedPayments} >= 0`),
  ],
)
export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Payments of subscriptions. */
export const subscriptionPayments = pgTable(
  'subscription_payments',
  {
    id: primaryId(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    providerPaymentId: text('provider_payment_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    paidAt: timestamptz('paid_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('subscription_payments_provider_key').on(table.providerPaymentId),
    index('subscription_payments_subscription_idx').on(table.subscriptionId, table.id),
    check('subscription_payments_amount', sql`${table.amountCents} >= 0`),
    check(
      'subscription_payments_status',
      sql`${table.status} in ('pending', 'completed', 'refunded', 'reversed', 'failed')`,
    ),
  ],
)
export type SubscriptionPaymentRow = typeof subscriptionPayments.$inferSelect

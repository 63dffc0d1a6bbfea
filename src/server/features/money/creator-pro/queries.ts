import { type SQL, and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { providerColumns } from '#server/payments/sandbox-mode.ts'
import { type SubscriptionRow, subscriptionPayments, subscriptions } from './schema.ts'

type NewSubscription = Omit<typeof subscriptions.$inferInsert, 'createdAt' | 'updatedAt'>
type SubscriptionChange = Partial<Omit<SubscriptionRow, 'id' | 'createdAt' | 'version'>>

export async function insertSubscription(
  tx: Executor,
  subscription: NewSubscription,
): Promise<SubscriptionRow> {
  const [row] = await tx.insert(subscriptions).values(subscription).returning()
  if (!row) throw new Error('an insert returned no subscription')
  return row
}

/** Changes a subscription, and its version. */
export async function updateSubscription(
  tx: Executor,
  id: string,
  change: SubscriptionChange,
): Promise<SubscriptionRow> {
  const [row] = await tx
    .update(subscriptions)
    .set({ ...change, version: sql`${subscriptions.version} + 1` })
    .where(eq(subscriptions.id, id))
    .returning()
  if (!row) throw new Error(`the subscription ${id} is gone`)
  return row
}

export async function setNextCheck(
  db: Executor,
  id: string,
  nextCheckAt: Date | null,
): Promise<SubscriptionRow> {
  const [row] = await db
    .update(subscriptions)
    .set({ nextCheckAt })
    .where(eq(subscriptions.id, id))
    .returning()
  if (!row) throw new Error(`the subscription ${id} is gone`)
  return row
}

/** Locks a user, so that two calls do not both subscribe. */
export async function lockSubscriber(tx: Executor, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Locks a subscription until the transaction ends. */
export async function lockSubscription(tx: Executor, id: string): Promise<SubscriptionRow> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('no key update')
  if (!row) throw new Error(`the subscription ${id} is gone`)
  return row
}

/** Returns a subscription by our id, which is the reference of the provider's. */
export async function findSubscription(db: Executor, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row
}

export async function findSubscriptionByProviderId(
  db: Executor,
  providerSubscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.providerSubscriptionId, providerSubscriptionId))
  return row
}

/** Returns a subscription by the provider's id of one of its payments. */
export async function findSubscriptionByPayment(
  db: Executor,
  providerPaymentId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select(getTableColumns(subscriptions))
    .from(subscriptions)
    .innerJoin(subscriptionPayments, eq(subscriptionPayments.subscriptionId, subscriptions.id))
    .where(eq(subscriptionPayments.providerPaymentId, providerPaymentId))
  return row
}

function ofProvider(payments: PaymentProvider): SQL | undefined {
  const { provider, isSandbox } = providerColumns(payments)
  return and(eq(subscriptions.provider, provider), eq(subscriptions.isSandbox, isSandbox))
}

/** Returns a user's current subscription: an active or suspended one, else a pending one, else the one that ends last. */
export async function findCurrentSubscription(
  db: Executor,
  { userId, payments }: { userId: string; payments: PaymentProvider | null },
): Promise<SubscriptionRow | undefined> {
  const { status } = subscriptions
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), payments ? ofProvider(payments) : undefined))
    .orderBy(
      desc(sql`${status} in ('active', 'suspended')`),
      desc(sql`${status} = 'pending'`),
      sql`${subscriptions.premiumUntil} desc nulls last`,
      desc(subscriptions.id),
    )
    .limit(1)
  return row
}

const older = alias(subscriptions, 'older')
const isLive = inArray(subscriptions.status, ['active', 'suspended'])

/** Active or suspended, but its account is deleted or deactivated, or the same user has an older live subscription. */
const mustBeCancelled = and(
  isLive,
  or(
    isNull(subscriptions.userId),
    sql`not ${users.isActive}`,
    sql`exists (select from ${subscriptions} as ${sql.identifier('older')} where ${older.userId} = ${subscriptions.userId}
      and ${older.provider} = ${subscriptions.provider} and ${older.isSandbox} = ${subscriptions.isSandbox} and ${older.id} < ${subscriptions.id}
      and ${older.status} in ('active', 'suspended'))`,
  ),
)

export type DueSubscription = { row: SubscriptionRow; mustBeCancelled: boolean }

/**
 * Returns the subscriptions that are due to be reconciled, and those that must be cancelled, which are retried hourly. Those
 * that have waited longest come first.
 */
export async function listDueSubscriptions(
  db: Executor,
  {
    payments,
    now,
    retryAt,
    limit,
  }: { payments: PaymentProvider | null; now: Date; retryAt: Date; limit: number },
): Promise<DueSubscription[]> {
  return db
    .select({ row: subscriptions, mustBeCancelled: sql<boolean>`coalesce(${mustBeCancelled}, false)` })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(
      or(
        lte(subscriptions.nextCheckAt, now),
        and(
          mustBeCancelled,
          // A subscription at another provider cannot be cancelled.
          payments ? ofProvider(payments) : sql`false`,
          or(isNull(subscriptions.nextCheckAt), gt(subscriptions.nextCheckAt, retryAt)),
        ),
      ),
    )
    .orderBy(asc(subscriptions.nextCheckAt))
    .limit(limit)
}

type Subscriber = { subscriptionId: string; customerId: string | null }

/**
 * Stores whether any subscription of a user grants the benefits. With `hasChanged` the row is updated even if it stays the
 * same: the update makes the user's pages load the new state.
 */
export async function updateSubscriber(
  tx: Executor,
  userId: string,
  { now, hasChanged, subscriber }: { now: Date; hasChanged: boolean; subscriber?: Subscriber | undefined },
): Promise<void> {
  const premium = tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), gt(subscriptions.premiumUntil, now)))
  await tx
    .update(users)
    .set({
      isPremium: sql`exists ${premium}`,
      ...(subscriber && {
        paypalSubscriptionId: subscriber.subscriptionId,
        paypalCustomerId: sql`coalesce(${subscriber.customerId}, ${users.paypalCustomerId})`,
      }),
    })
    .where(and(eq(users.id, userId), hasChanged ? undefined : sql`${users.isPremium} <> (exists ${premium})`))
}

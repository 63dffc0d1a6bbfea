import { v7 } from 'uuid'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { subscribeToCreatorPro } from '#shared/money/creator-pro.ts'
import type { Context } from '#server/feature.ts'
import { checkoutPage, checkoutUrl } from '#server/features/money/payments/checkout-page.ts'
import { requireProvider, withProviderErrors } from '#server/features/money/payments/provider-errors.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, conflict } from '#server/http/errors.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { providerColumns } from '#server/payments/sandbox-mode.ts'
import type { FindPlan, Plan } from './plan.ts'
import { findCurrentSubscription, insertSubscription, lockSubscriber, updateSubscription } from './queries.ts'
import type { SubscriptionRow } from './schema.ts'
import { toCreatorProStatus } from './subscription-state.ts'
import { type SyncDependencies, syncSubscription } from './sync-subscription.ts'

type Dependencies = SyncDependencies & Pick<Context, 'config' | 'payments'>
type Subscribed = ResponseOf<typeof subscribeToCreatorPro> & { isRepeated: boolean }

/** Delay of the first reconciliation after the creation: until then the page is expected to refresh the subscription. */
const FIRST_CHECK_MS = 2 * 60 * 1000
/** Shorter than the three hours in which the provider accepts an approval: the subscriber needs some time for it. */
const MAX_PENDING_MS = 2 * 60 * 60 * 1000

/** Creates a subscription at the provider, or returns the pending one. Throws as the endpoint declares. */
export async function subscribe(
  dependencies: Dependencies,
  findPlan: FindPlan | null,
  user: Caller,
): Promise<Subscribed> {
  const { config, db } = dependencies
  const provider = requireProvider(dependencies.payments)
  const plan = findPlan && (await withProviderErrors(findPlan))
  if (!plan) throw new HttpError(422, 'plan_missing', 'errors.planMissing')
  await refreshPendingSubscription(dependencies, provider, { user, plan })
  const { row, isNew } = await db.transaction(async (tx) => {
    await lockSubscriber(tx, user.id)
    const current = await findCurrentSubscription(tx, { userId: user.id, payments: provider })
    const status = current ? toCreatorProStatus(current, new Date()) : 'none'
    if (current && status === 'pending') return { row: current, isNew: false }
    if (status !== 'none') throw conflict('already_subscribed', 'errors.alreadySubscribed')
    return { row: await insertSubscription(tx, newSubscription(provider, user, plan)), isNew: true }
  })
  // Repeats the creation if its response was lost: the reference makes it the same subscription.
  const subscriptionId = row.providerSubscriptionId ?? (await createAtProvider(dependencies, provider, row))
  return { subscriptionId, ...checkoutPage(config, provider, subscriptionId), isRepeated: !isNew }
}

/** Reads a pending subscription from the provider; abandons it if it is too old, or for another plan. */
async function refreshPendingSubscription(
  dependencies: Dependencies,
  provider: PaymentProvider,
  { user, plan }: { user: Caller; plan: Plan },
): Promise<void> {
  const { db } = dependencies
  const row = await findCurrentSubscription(db, { userId: user.id, payments: provider })
  if (row?.status !== 'pending') return
  const isUsable =
    row.planId === plan.id &&
    row.priceCents === plan.priceCents &&
    Date.now() - row.createdAt.getTime() < MAX_PENDING_MS
  if (isUsable) {
    if (row.providerSubscriptionId !== null)
      await withProviderErrors(() => syncSubscription(dependencies, provider, row.id))
    return
  }
  await withProviderErrors(() => abandonSubscription(dependencies, provider, row))
}

/** Ends a pending subscription. Returns its state: it is active if it was approved meanwhile. */
export async function abandonSubscription(
  dependencies: SyncDependencies,
  provider: PaymentProvider,
  { id, providerSubscriptionId }: SubscriptionRow,
): Promise<SubscriptionRow> {
  if (providerSubscriptionId === null)
    return updateSubscription(dependencies.db, id, { status: 'expired', nextCheckAt: null })
  const isAbandoned = true
  const row = await syncSubscription(dependencies, provider, id, { isAbandoned })
  if (row.status !== 'expired') return row
  await provider.cancelSubscription(providerSubscriptionId).catch((error: unknown) => {
    if (!(error instanceof PaymentError) || error.kind !== 'not_found') throw error
  })
  return syncSubscription(dependencies, provider, id, { isAbandoned })
}

const newSubscription = (
  provider: PaymentProvider,
  user: Caller,
  { id: planId, priceCents, currency, interval, intervalCount }: Plan,
) => ({
  id: v7(),
  ...providerColumns(provider),
  userId: user.id,
  planId,
  priceCents,
  currency,
  interval,
  intervalCount,
  nextCheckAt: new Date(Date.now() + FIRST_CHECK_MS),
})

async function createAtProvider(
  { config, db }: Dependencies,
  provider: PaymentProvider,
  { id, planId }: SubscriptionRow,
): Promise<string> {
  const returnUrl = checkoutUrl(config, id)
  const created = await withProviderErrors(() =>
    provider.createSubscription({
      planId,
      reference: id,
      returnUrl,
      cancelUrl: `${returnUrl}?cancelled=1`,
    }),
  )
  await updateSubscription(db, id, { providerSubscriptionId: created.id })
  return created.id
}

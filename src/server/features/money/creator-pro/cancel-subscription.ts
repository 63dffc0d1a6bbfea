import type { Context } from '#server/feature.ts'
import { requireProvider, withProviderErrors } from '#server/features/money/payments/provider-errors.ts'
import type { Caller } from '#server/http/access.ts'
import { findCurrentSubscription } from './queries.ts'
import { abandonSubscription } from './subscribe.ts'
import { type SyncDependencies, syncSubscription } from './sync-subscription.ts'

/** Cancels a user's active, suspended or pending subscription at the provider. Does nothing without one. */
export async function cancelSubscription(
  dependencies: SyncDependencies & Pick<Context, 'payments'>,
  user: Caller,
): Promise<void> {
  const { db, payments } = dependencies
  const row = await findCurrentSubscription(db, { userId: user.id, payments })
  if (!row || row.status === 'cancelled' || row.status === 'expired') return
  const provider = requireProvider(payments)
  await withProviderErrors(async () => {
    const { id, status, providerSubscriptionId } =
      row.status === 'pending' ? await abandonSubscription(dependencies, provider, row) : row
    const isLive = status === 'active' || status === 'suspended'
    if (!isLive || providerSubscriptionId === null) return
    await provider.cancelSubscription(providerSubscriptionId)
    await syncSubscription(dependencies, provider, id)
  })
}

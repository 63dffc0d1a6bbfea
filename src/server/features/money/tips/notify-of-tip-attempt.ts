import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import { wasNotified } from '#server/features/notifications/notifications/queries.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { tippingOf } from './tipping.ts'

/** Interval of the notifications. Not a setting: it permits and refuses nothing. */
const QUIET_MS = 24 * 60 * 60 * 1000

/**
 * Notifies a creator without a payout address of an attempted tip, at most once a day. Returns whether the creator was
 * notified that day. Throws 404 for an unknown or inactive creator.
 */
export async function notifyOfTipAttempt(
  context: Pick<Context, 'db' | 'payments' | 'publish'>,
  creatorId: string,
  payer: Caller,
): Promise<boolean> {
  const { reason } = await tippingOf(context, creatorId, payer)
  if (reason !== 'no_payout' && reason !== 'country') return false
  const { db } = context
  const wasNotifiedToday = (executor: Executor) =>
    wasNotified(executor, { userId: creatorId, type: 'payout', since: new Date(Date.now() - QUIET_MS) })
  if (await wasNotifiedToday(db)) return true
  await db.transaction(async (tx) => {
    // Of concurrent attempts, the first one notifies.
    await lockUser(tx, creatorId)
    if (await wasNotifiedToday(tx)) return
    await recordNotifications(context, tx, [{ type: 'payout', userId: creatorId, actorId: creatorId }])
  })
  return true
}

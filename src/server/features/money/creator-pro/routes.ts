import * as z from 'zod/mini'
import * as calls from '#shared/money/creator-pro.ts'
import { id } from '#shared/fields.ts'
import type { Mount } from '#server/feature.ts'
import { withProviderErrors } from '#server/features/money/payments/provider-errors.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { createPlanFinder } from './plan.ts'
import { loadCreatorPro, presentPayment } from './present-subscription.ts'
import { listUserPayments } from './payment-queries.ts'
import { findCurrentSubscription } from './queries.ts'
import { subscribe } from './subscribe.ts'
import { syncSubscription } from './sync-subscription.ts'

const cursor = z.tuple([id])

export const mountCreatorPro: Mount = (app, context) => {
  const { db, payments } = context
  const findPlan = payments && createPlanFinder(context, payments)
  const present = (user: Caller) => loadCreatorPro(context, findPlan, user.id)

  route(app, calls.getCreatorPro, ({ user }) => present(user))

  route(app, calls.subscribeToCreatorPro, async ({ user, markRepeated }) => {
    const { isRepeated, ...subscribed } = await subscribe(context, findPlan, user)
    if (isRepeated) markRepeated()
    return subscribed
  })

  route(app, calls.cancelCreatorPro, async ({ user }) => {
    await cancelSubscription(context, user)
    return present(user)
  })

  route(app, calls.refreshCreatorPro, async ({ user }) => {
    const row = await findCurrentSubscription(db, { userId: user.id, payments })
    if (payments && row?.providerSubscriptionId && isOfProvider(row, payments))
      await withProviderErrors(() => syncSubscription(context, payments, row.id))
    return present(user)
  })

  route(app, calls.listCreatorProPayments, async (call) => {
    const { limit } = call.query
    const [before] = decodeCursor(call.query.cursor, cursor) ?? []
    const rows = await listUserPayments(db, { userId: call.user.id, limit, before })
    return paginate(call, rows, limit, ({ payment }) => [payment.id]).map(presentPayment)
  })
}

import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { listPayments } from '#shared/money/payments.ts'
import type { Mount } from '#server/feature.ts'
import { listUserPayments } from '#server/features/money/creator-pro/payment-queries.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { presentSubscriptionPayment, presentTipPayment } from './present-payment.ts'
import { listTipPayments } from './queries.ts'

const cursor = z.tuple([id])

export const mountPaymentHistory: Mount = (app, { db }) => {
  route(app, listPayments, async ({ query: { limit, cursor: from }, user, request, reply }) => {
    const [before] = decodeCursor(from, cursor) ?? []
    const [tips, subscriptions] = await Promise.all([
      listTipPayments(db, { payerId: user.id, limit, before }),
      listUserPayments(db, { userId: user.id, limit, before }),
    ])
    const payments = [
      ...tips.map((row) => presentTipPayment(row, user)),
      ...subscriptions.map((row) => presentSubscriptionPayment(row)),
    ]
    // Ids sort by time, also across tables.
    const newestFirst = payments.toSorted((a, b) => (a.id < b.id ? 1 : -1))
    return paginate({ request, reply }, newestFirst, limit, (payment) => [payment.id])
  })
}

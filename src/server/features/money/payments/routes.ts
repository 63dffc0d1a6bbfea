import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/money/payments.ts'
import { CURRENCY } from '#shared/money/money.ts'
import type { Feature } from '#server/feature.ts'
import { listUserPayments } from '#server/features/money/creator-pro/payment-queries.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { captureOrder } from './capture-order.ts'
import { createOrder } from './create-order.ts'
import { listTipPayments } from './payment-list-queries.ts'
import { presentSubscriptionPayment, presentTipPayment } from './present-payment.ts'
import { requireProvider, withProviderErrors } from './provider-errors.ts'
import { receiveEvent } from './receive-event.ts'

const cursor = z.tuple([id])

/** Bytes of an event; the provider's have a few KiB. */
const MAX_EVENT_BYTES = 256 * 1024

/** Orders at the payment provider, and its events. */
export const payments: Feature = {
  name: 'payments',
  async register(app, context) {
    route(app, calls.getPaymentSetup, async () => {
      const provider = requireProvider(context.payments)
      const { clientToken } = await withProviderErrors(() => provider.setup())
      return { clientToken, provider: provider.name, isSandbox: !provider.movesMoney, currency: CURRENCY }
    })

    route(app, calls.createOrder, ({ user, body, request: { timedOutUntil } }) =>
      createOrder(context, { ...user, timedOutUntil }, body),
    )

    route(app, calls.captureOrder, ({ user, params }) => captureOrder(context, user, params.orderId))

    route(app, calls.listPayments, async ({ query: { limit, cursor: from }, user, request, reply }) => {
      const [before] = decodeCursor(from, cursor) ?? []
      const [tips, subscriptions] = await Promise.all([
        listTipPayments(context.db, { payerId: user.id, limit, before }),
        listUserPayments(context.db, { userId: user.id, limit, before }),
      ])
      const payments = [
        ...tips.map((row) => presentTipPayment(row, user)),
        ...subscriptions.map((row) => presentSubscriptionPayment(row)),
      ]
      // Ids sort by time, also across tables.
      const newestFirst = payments.toSorted((a, b) => (a.id < b.id ? 1 : -1))
      return paginate({ request, reply }, newestFirst, limit, (payment) => [payment.id])
    })

    // A scope of its own: the signature is that of the body's bytes.
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      scope.post<{ Body: string }>(
        '/api/paypal/webhook',
        {
          config: { access: 'anyone', rate: { ofAddress: 'paymentEventsOfAddress' } },
          bodyLimit: MAX_EVENT_BYTES,
        },
        async ({ headers, body }) => {
          await receiveEvent(context, { headers, rawBody: body })
          return { received: true }
        },
      )
    })
  },
}

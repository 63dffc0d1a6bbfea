import * as calls from '#shared/money/payments.ts'
import { CURRENCY } from '#shared/money/money.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { captureOrder } from './capture-order.ts'
import { requireProvider, withProviderErrors } from './provider-errors.ts'
import { receiveEvent } from './receive-event.ts'

/** Bytes of an event; the provider's have a few KiB. */
const MAX_EVENT_BYTES = 256 * 1024

export const mountPayments: Mount = async (app, context) => {
  route(app, calls.getPaymentSetup, async () => {
    const provider = requireProvider(context.payments)
    const { clientToken } = await withProviderErrors(() => provider.setup())
    return { clientToken, provider: provider.name, isSandbox: !provider.movesMoney, currency: CURRENCY }
  })

  route(app, calls.captureOrder, ({ user, params }) => captureOrder(context, user, params.orderId))

  // A separate scope without a JSON parser, because the signature covers the bytes of the body.
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
}

import * as z from 'zod/mini'
import { id as idField } from '#shared/fields.ts'
import { parseCents } from '#shared/money/money.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentEvent, ReceivedEvent, Reversal } from '#server/payments/payment-provider.ts'
import type { PayPalClient } from './paypal-client.ts'
import { links, money } from './responses.ts'

const event = z.object({ id: z.string(), event_type: z.string(), resource: z.optional(z.unknown()) })

const orderResource = z.object({
  id: z.string(),
  purchase_units: z.optional(z.array(z.object({ custom_id: z.optional(z.string()) }))),
})
/** A capture, or a refund of one: a refund may name no more than its capture, in a link. */
const paymentResource = z.object({
  id: z.optional(z.string()),
  custom_id: z.optional(z.string()),
  links: z.optional(links),
  supplementary_data: z.optional(
    z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) }),
  ),
})
const subscriptionResource = z.object({ id: z.string(), custom_id: z.optional(z.string()) })
/** A payment of a subscription. */
const saleResource = z.object({
  id: z.string(),
  /** Of the payment, where the resource is not the payment itself. */
  sale_id: z.optional(z.string()),
  /** A refund or reversal may lack it. */
  billing_agreement_id: z.optional(z.string()),
  custom: z.optional(z.string()),
})

/**
 * Asks PayPal whether it has sent an event, and returns what the event is about; null if that is of no interest.
 * Throws `forged` if it has not, or if there is no webhook.
 */
export async function readEvent(
  client: PayPalClient,
  webhookId: string | null,
  received: ReceivedEvent,
): Promise<PaymentEvent | null> {
  const rawBody = received.rawBody.toString()
  const parsed = event.safeParse(parseJson(rawBody))
  const verification = { ...signatureOf(received.headers), webhook_id: webhookId }
  if (!parsed.success || webhookId === null || Object.values(verification).includes(undefined))
    throw new PaymentError('forged', 'this is not an event of PayPal')
  const { verification_status: status } = await client
    .request({
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      // The signature covers the bytes: the event is sent as it came, not parsed and written again.
      body: `${JSON.stringify(verification).slice(0, -1)},"webhook_event":${rawBody}}`,
      response: z.object({ verification_status: z.string() }),
    })
    .catch((error: unknown) => {
      if (error instanceof PaymentError && error.kind === 'invalid') return { verification_status: 'FAILURE' }
      throw error
    })
  if (status !== 'SUCCESS') throw new PaymentError('forged', 'PayPal has not sent this event')
  const { id, event_type: type, resource } = parsed.data
  const subject = subjectOf(type, resource)
  if (!subject) return null
  const isReversal = /^PAYMENT\.(CAPTURE|SALE)\.REVERSED$/.test(type)
  return { id, type, subject, reversal: isReversal ? readReversal(id, resource) : null }
}

function signatureOf(headers: ReceivedEvent['headers']) {
  const read = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    auth_algo: read('paypal-auth-algo'),
    cert_url: read('paypal-cert-url'),
    transmission_id: read('paypal-transmission-id'),
    transmission_sig: read('paypal-transmission-sig'),
    transmission_time: read('paypal-transmission-time'),
  }
}

function subjectOf(type: string, resource: unknown): PaymentEvent['subject'] | null {
  if (type.startsWith('CHECKOUT.ORDER.')) {
    const { data } = orderResource.safeParse(resource)
    return data ? subject('order', data.id, data.purchase_units?.[0]?.custom_id) : null
  }
  if (type.startsWith('PAYMENT.CAPTURE.')) {
    const { data } = paymentResource.safeParse(resource)
    const orderId = data?.supplementary_data?.related_ids?.order_id
    return data ? subject('order', orderId, data.custom_id, captureIdOf(data)) : null
  }
  if (type.startsWith('BILLING.SUBSCRIPTION.')) {
    const { data } = subscriptionResource.safeParse(resource)
    return data ? subject('subscription', data.id, data.custom_id) : null
  }
  if (type.startsWith('PAYMENT.SALE.')) {
    const { data } = saleResource.safeParse(resource)
    if (!data) return null
    return subject('subscription', data.billing_agreement_id, data.custom, data.sale_id ?? data.id)
  }
  return null
}

const reversalResource = z.object({ id: z.optional(z.string()), amount: z.optional(money) })

/** Returns the reversal that the resource, a refund, describes; the whole payment if it names no amount that can be read. */
function readReversal(eventId: string, resource: unknown): Reversal {
  const { data } = reversalResource.safeParse(resource)
  const { id = eventId, amount } = data ?? {}
  // What is taken back may have a minus.
  const cents = parseCents(amount?.value.replace(/^-/, '') ?? '')
  return { id, amount: amount && cents ? { cents, currency: amount.currency_code } : null }
}

const CAPTURE_PATH = /\/payments\/captures\/([\w-]{1,64})$/

/** Returns the id of the capture that a resource is, or is a refund of. */
function captureIdOf({ id, links: found = [] }: z.output<typeof paymentResource>): string | undefined {
  const up = found.find(({ rel, href }) => rel === 'up' && CAPTURE_PATH.test(href))
  return up ? CAPTURE_PATH.exec(up.href)?.[1] : id
}

function subject(
  kind: PaymentEvent['subject']['kind'],
  id: string | undefined,
  text: string | undefined,
  paymentId?: string,
): PaymentEvent['subject'] | null {
  // Other text is not ours: the account can have other uses.
  const { data: reference } = idField.safeParse(text)
  if (id === undefined && reference === undefined && paymentId === undefined) return null
  return {
    kind,
    ...(id !== undefined && { id }),
    ...(reference !== undefined && { reference }),
    ...(paymentId !== undefined && { paymentId }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

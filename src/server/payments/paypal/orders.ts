import * as z from 'zod/mini'
import { CURRENCY, formatCents } from '#shared/money/money.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type {
  NewOrder,
  PaymentProvider,
  ProviderCapture,
  ProviderOrder,
  RefundStatus,
} from '#server/payments/payment-provider.ts'
import type { PayPalClient } from './paypal-client.ts'
import { findApproveUrl, idPath, links, money, orNull, toCents } from './responses.ts'

// PayPal's Orders API (v2) and Payments API (v2).

const captureStatus = z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED'])
const refundStatus = z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED'])
const capture = z.object({ id: z.string(), status: captureStatus, amount: money })
const refund = z.object({ id: z.string(), status: refundStatus, amount: money })

const purchaseUnit = z.object({
  custom_id: z.optional(z.string()),
  amount: money,
  payee: z.optional(z.object({ email_address: z.optional(z.string()) })),
  payments: z.optional(
    z.object({ captures: z.optional(z.array(capture)), refunds: z.optional(z.array(refund)) }),
  ),
})

const order = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z.array(purchaseUnit).check(z.minLength(1)),
  payer: z.optional(z.object({ payer_id: z.optional(z.string()) })),
  links: z.optional(links),
})

type Orders = Pick<PaymentProvider, 'createOrder' | 'getOrder' | 'captureOrder' | 'refundCapture'>

/** `clientId`: that of the client, for requests in the name of a payee. */
export function createOrders(client: PayPalClient, clientId: string): Orders {
  const getOrder = (id: string) =>
    orNull(() => client.request({ method: 'GET', path: idPath`/v2/checkout/orders/${id}`, response: order }))

  return {
    async createOrder(created) {
      const response = await client.request({
        method: 'POST',
        path: '/v2/checkout/orders',
        body: orderRequest(created),
        requestId: created.reference,
        response: order,
      })
      const approveUrl = findApproveUrl(response.links)
      if (approveUrl === null) throw new PaymentError('invalid', `order ${response.id} cannot be approved`)
      return { ...toOrder(response), approveUrl }
    },
    async getOrder(id) {
      const found = await getOrder(id)
      return found && toOrder(found)
    },
    async captureOrder(id) {
      try {
        const path = idPath`/v2/checkout/orders/${id}/capture`
        // Without a request id: PayPal captures an order once, and would repeat an answer that is out of date.
        return toOrder(await client.request({ method: 'POST', path, body: {}, response: order }))
      } catch (error) {
        if (!(error instanceof PaymentError) || error.issue !== 'ORDER_ALREADY_CAPTURED') throw error
        const found = await getOrder(id)
        if (!found) throw error
        return toOrder(found)
      }
    },
    async refundCapture(captureId, { reference, amountCents, payeeEmail }) {
      const response = await client.request({
        method: 'POST',
        path: idPath`/v2/payments/captures/${captureId}/refund`,
        body: refundRequest(amountCents),
        requestId: reference,
        ...(payeeEmail !== null && { assertion: assertionFor(clientId, payeeEmail) }),
        response: z.pick(refund, { id: true, status: true }),
      })
      return { id: response.id, status: REFUND_STATUS[response.status] }
    },
  }
}

function orderRequest(created: NewOrder): object {
  const { reference, amountCents, currency, payeeEmail, description, returnUrl, cancelUrl } = created
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: reference,
        description: description.slice(0, MAX_DESCRIPTION_LENGTH),
        amount: { currency_code: currency, value: formatCents(amountCents) },
        ...(payeeEmail !== null && { payee: { email_address: payeeEmail } }),
      },
    ],
    // `payment_source` would be newer, but leaves out payers with a card and no account.
    application_context: {
      return_url: returnUrl,
      cancel_url: cancelUrl,
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
    },
  }
}

const MAX_DESCRIPTION_LENGTH = 127

/** Without a `custom_id`, which the refund's event would carry in place of the order's. */
const refundRequest = (amountCents: number | undefined) =>
  amountCents === undefined ? {} : { amount: { currency_code: CURRENCY, value: formatCents(amountCents) } }

/** An unsigned JSON Web Token; PayPal checks that the payee has allowed this client to act in its name. */
function assertionFor(clientId: string, payeeEmail: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none' })}.${encode({ iss: clientId, email: payeeEmail })}.`
}

function toOrder(response: z.output<typeof order>): ProviderOrder {
  const [unit] = response.purchase_units
  if (!unit || response.purchase_units.length > 1)
    throw new PaymentError('invalid', `order ${response.id} has several purchase units`)
  const status = ORDER_STATUS[response.status]
  return {
    id: response.id,
    status,
    reference: unit.custom_id ?? null,
    amountCents: toCents(unit.amount),
    currency: unit.amount.currency_code,
    payeeEmail: unit.payee?.email_address?.toLowerCase() ?? null,
    capture: toCapture(unit),
    payerId: response.payer?.payer_id ?? null,
    approveUrl: status === 'created' ? findApproveUrl(response.links) : null,
  }
}

/** Returns the newest capture: a declined one can be followed by another attempt. */
function toCapture({ payments }: z.output<typeof purchaseUnit>): ProviderCapture | null {
  const captures = payments?.captures ?? []
  const found = captures.find(({ status }) => status !== 'DECLINED' && status !== 'FAILED') ?? captures.at(-1)
  if (!found) return null
  const amountCents = toCents(found.amount)
  const refunds = (payments?.refunds ?? [])
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ id, amount }) => ({ id, amountCents: toCents(amount) }))
  return {
    id: found.id,
    status: CAPTURE_STATUS[found.status],
    amountCents,
    currency: found.amount.currency_code,
    refundedCents:
      found.status === 'REFUNDED' ? amountCents : refunds.reduce((sum, each) => sum + each.amountCents, 0),
    refunds,
    failedRefunds: (payments?.refunds ?? []).filter(({ status }) => REFUND_STATUS[status] === 'failed')
      .length,
  }
}

const ORDER_STATUS = {
  CREATED: 'created',
  SAVED: 'created',
  PAYER_ACTION_REQUIRED: 'created',
  APPROVED: 'approved',
  VOIDED: 'voided',
  COMPLETED: 'completed',
} as const satisfies Record<string, ProviderOrder['status']>

const CAPTURE_STATUS = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'failed',
} as const satisfies Record<string, ProviderCapture['status']>

const REFUND_STATUS = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
} as const satisfies Record<string, RefundStatus>

import type { PaymentProviderName, PaymentStatus } from '#shared/money/payments.ts'

/**
 * The interface between the features and a payment provider. Another provider (Paystack, Flutterwave, M-Pesa) implements this and
 * passes `testing/provider-contract.ts`; no feature names a provider.
 *
 * Amounts are integer cents of `currency` (ISO 4217). A `reference` is an id of ours (a UUID): it is sent along, comes back
 * with the record, and makes the call idempotent: repeated calls with one reference have one effect. All methods throw
 * `PaymentError`, of kind `unavailable` when the provider could not be reached.
 */
export type PaymentProvider = {
  name: PaymentProviderName
  /**
   * False for a sandbox, ours or the provider's: every amount is then marked as such, and left out of sums of real
   * money.
   */
  movesMoney: boolean
  /** How payers approve on the checkout page. */
  approval: Approval

  /** What the provider's browser SDK starts with; `clientId` is null where there is no SDK. */
  setup(): Promise<{ clientToken: string; clientId: string | null }>

  /**
   * Creates an order, which its payer then approves at `approveUrl`. Idempotent by reference.
   * Throws `refused` if the payee cannot be paid.
   */
  createOrder(order: NewOrder): Promise<ProviderOrder & { approveUrl: string }>
  /** Returns the order as the provider has it now; null if it has none with this id. */
  getOrder(id: string): Promise<ProviderOrder | null>
  /**
   * Takes the money of an approved order. Idempotent: a captured order is returned as it is. The capture of the result
   * may be pending or declined, although the order is completed.
   * Throws `not_approved`, `declined`, `not_found` or `refused`.
   */
  captureOrder(id: string): Promise<ProviderOrder>
  /**
   * Refunds a capture, by default all that is left of it. Idempotent by reference.
   * @param refund.payeeEmail the account that was paid; null: the platform's own
   * Throws `refused` if it is already refunded, or was paid to an account that has not allowed us to refund.
   */
  refundCapture(captureId: string, refund: NewRefund): Promise<{ id: string; status: RefundStatus }>

  /** Returns a plan that can be subscribed to; null if there is none with this id, or it is not active. */
  getPlan(planId: string): Promise<ProviderPlan | null>
  /** Returns the id of a monthly plan at this price; null if the provider requires plans to be set up first. */
  builtInPlan(priceCents: number): string | null
  /** Creates a subscription, which its subscriber then approves. Idempotent by reference. Throws `not_found` (the plan). */
  createSubscription(subscription: NewSubscription): Promise<ProviderSubscription & { approveUrl: string }>
  getSubscription(id: string): Promise<ProviderSubscription | null>
  /** Ends the renewals. Idempotent: also for a subscription that has ended. Throws `not_found`. */
  cancelSubscription(id: string): Promise<void>
  /** Returns the payments between two times, the oldest first. Throws `not_found`. */
  listSubscriptionPayments(id: string, range: { from: Date; to: Date }): Promise<SubscriptionPayment[]>

  /**
   * Verifies and parses an event that was sent to our webhook. Returns null for a type that is of no interest. An event
   * says only which record to read again, except for a reversal.
   * @param event.rawBody the body as it was received: its signature covers the bytes
   * Throws `forged` if the signature is not the provider's.
   */
  readEvent(event: ReceivedEvent): Promise<PaymentEvent | null>

  /** Whether accounts of a country (ISO 3166-1 alpha-2, any case) can receive payments. */
  canReceive(countryCode: string): boolean
}

/** The payer approves with a form of ours, or with the provider's script and frames on our page. */
type Approval =
  | {
      kind: 'form'
      /** Approves as this payer; false if the record cannot be approved (any more). Idempotent. */
      approve(id: string, payerId: string): Promise<boolean>
    }
  | {
      kind: 'script'
      /** Address of the provider's SDK for an order or a subscription. */
      scriptUrl(kind: CheckoutKind, currency: string): string
      /** Hosts of the SDK, for the content security policy of the checkout page. */
      hosts: readonly string[]
    }

type CheckoutKind = 'order' | 'subscription'

export type NewOrder = {
  reference: string
  amountCents: number
  currency: string
  /** The account to pay; null: the platform's own. */
  payeeEmail: string | null
  /** Shown to the payer by the provider; longer ones are cut. */
  description: string
  /** Where the provider sends the payer back to, if the checkout was opened as a page of the provider. */
  returnUrl: string
  cancelUrl: string
}

export type ProviderOrder = {
  /** The provider's id. */
  id: string
  /** `completed` says that a capture was made; whether it succeeded is in `capture.status`. */
  status: 'created' | 'approved' | 'completed' | 'voided'
  /** Our id; null for an order that is not ours. */
  reference: string | null
  amountCents: number
  currency: string
  /** In lower case. For an order without a payee of ours it may be null or the platform's own address. */
  payeeEmail: string | null
  capture: ProviderCapture | null
  /** The payer's account at the provider, from the approval on. */
  payerId: string | null
  /** The provider's page on which to approve; null when there is nothing to approve (any more). */
  approveUrl: string | null
}

export type ProviderCapture = {
  id: string
  status: 'pending' | 'completed' | 'declined' | 'failed'
  amountCents: number
  currency: string
  /** The sum of the refunds; also those that the payee made at the provider. */
  refundedCents: number
  refunds: { id: string; amountCents: number }[]
  /** Number of refunds that the provider gave up. */
  failedRefunds: number
}

type NewRefund = { reference: string; amountCents?: number; payeeEmail: string | null }
export type RefundStatus = 'completed' | 'pending' | 'failed'

export type ProviderPlan = {
  priceCents: number
  currency: string
  interval: 'day' | 'week' | 'month' | 'year'
  /** How many intervals a payment is for. */
  intervalCount: number
}

export type NewSubscription = { planId: string; reference: string; returnUrl: string; cancelUrl: string }

export type ProviderSubscription = {
  id: string
  /** `pending`: not approved yet. `suspended`: its payments failed too often, or it was paused at the provider. */
  status: 'pending' | 'active' | 'suspended' | 'cancelled' | 'expired'
  reference: string | null
  planId: string
  /** The subscriber's account at the provider, from the approval on. */
  subscriberId: string | null
  nextBillingAt: Date | null
  lastPaymentAt: Date | null
  /** Failed payments in a row. */
  failedPayments: number
  approveUrl: string | null
}

export type SubscriptionPayment = {
  id: string
  status: Exclude<PaymentStatus, 'reversed'>
  amountCents: number
  currency: string
  paidAt: Date
}

export type ReceivedEvent = {
  headers: Record<string, string | string[] | undefined>
  rawBody: string | Buffer
}

export type Reversal = {
  /** The provider's id; repeated events of one reversal have the same. */
  id: string
  /** Null if the event does not say how much: then it is the whole payment. */
  amount: { cents: number; currency: string } | null
}

export type PaymentEvent = {
  /** The provider's id; a replay has the same. */
  id: string
  /** The provider's name of what happened, for the log. */
  type: string
  /**
   * Which record to read again: at least one of the provider's id of it, our reference, and the provider's id of its payment,
   * which may be all that the event of a refund or reversal names.
   */
  subject: { kind: CheckoutKind; id?: string; reference?: string; paymentId?: string }
  /** The payer's bank took a payment back, which the order does not show; null for other events. */
  reversal: Reversal | null
}

import { formatCents } from '#shared/money.ts'
import { captureOrder, createOrder } from '#shared/payments.ts'
import { createTip } from '#shared/tips.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { canRetry } from '#web/api/can-retry.ts'
import { createStore } from '#web/lib/store.ts'
import type { CheckoutOutcome } from '#web/lib/payments/use-checkout-outcome.ts'

/** `streamId` is the stream in whose chat the tip is shown; null for none. */
export type TipTarget = { creatorId: string; streamId: string | null }
export type TipDraft = { cents: number; message: string }

/** A tip whose order exists at the provider. */
export type OrderedTip = TipDraft & {
  orderId: string
  /** Path of the page where the payer approves it. */
  checkoutPath: string
}

export type PaymentState =
  /** `problem`: why the last payment was not made, where trying the same again does not help. */
  | { step: 'form'; problem: string | null }
  | { step: 'ordering' }
  /** `approval`: a payer who says that it is approved is asked to wait, or told that it is not. */
  | { step: 'checkout'; tip: OrderedTip; approval: 'open' | 'checking' | 'missing' }
  | { step: 'recording'; tip: OrderedTip }
  /** Approved, perhaps paid; whether the tip is recorded is not known. */
  | { step: 'unrecorded'; tip: OrderedTip }
  /** The provider holds the payment back; the tip is recorded once the payment is approved. */
  | { step: 'pending'; tip: OrderedTip }

/** The outcome of an action; `failed` is to be shown. */
export type PaymentResult = { kind: 'sent' } | { kind: 'failed'; error: unknown } | { kind: 'continues' }

const CONTINUES: PaymentResult = { kind: 'continues' }

/**
 * One payment at a time for a tip: order, approval on the checkout page, capture, and the record of the tip. An approved order is
 * kept until its tip is recorded, so that trying again never pays twice. Actions that do not fit the current step do nothing.
 */
export class TipPayment {
  readonly store = createStore<{ state: PaymentState }>({ state: { step: 'form', problem: null } })
  readonly #target: TipTarget

  constructor(target: TipTarget) {
    this.#target = target
  }

  /** Creates the order and opens its checkout. */
  async start({ cents, message }: TipDraft): Promise<PaymentResult> {
    const { state } = this.store.get()
    if (state.step !== 'form') return CONTINUES
    const ordering: PaymentState = { step: 'ordering' }
    this.#enter(ordering)
    const { creatorId: streamerId, streamId } = this.#target
    try {
      const body = { amount: formatCents(cents), streamerId, streamId, message }
      const { id, approveUrl } = await call(createOrder, { body })
      // The path alone: the page may have been opened with another name of this host.
      const checkoutPath = new URL(approveUrl).pathname
      if (this.#state === ordering)
        this.#enter({
          step: 'checkout',
          tip: { cents, message, orderId: id, checkoutPath },
          approval: 'open',
        })
      return CONTINUES
    } catch (error) {
      if (this.#state !== ordering) return CONTINUES
      this.#enter({ step: 'form', problem: problemOf(error) })
      return { kind: 'failed', error }
    }
  }

  /** Handles what the checkout page says. */
  async handleOutcome(outcome: CheckoutOutcome): Promise<PaymentResult> {
    const { state } = this.store.get()
    if (state.step !== 'checkout' || state.approval === 'checking') return CONTINUES
    switch (outcome) {
      case 'approved':
        return this.#record(state.tip)
      case 'cancelled':
        this.cancel()
        return CONTINUES
      case 'failed': {
        const error = new Error(`the checkout of order ${state.tip.orderId} failed`)
        console.warn(error)
        this.#enter({ step: 'form', problem: null })
        return { kind: 'failed', error }
      }
      default:
        return outcome satisfies never
    }
  }

  /** The payer says that the order is approved: continues if it is. */
  async confirmApproval(): Promise<PaymentResult> {
    const { state } = this.store.get()
    if (state.step !== 'checkout' || state.approval === 'checking') return CONTINUES
    const checking: PaymentState = { ...state, approval: 'checking' }
    this.#enter(checking)
    try {
      await call(captureOrder, { params: { orderId: state.tip.orderId } })
    } catch (error) {
      if (this.#state === checking && codeOf(error) === 'payment_not_approved') {
        this.#enter({ ...state, approval: 'missing' })
        return CONTINUES
      }
    }
    return this.#state === checking ? this.#record(state.tip) : CONTINUES
  }

  /** Tries again to record a tip whose order may be paid already; pays nothing twice. */
  async retry(): Promise<PaymentResult> {
    const { state } = this.store.get()
    return state.step === 'unrecorded' ? this.#record(state.tip) : CONTINUES
  }

  /** Gives up an order that is not paid. */
  cancel(): void {
    const { state } = this.store.get()
    if (state.step === 'checkout') console.info(`the checkout of order ${state.tip.orderId} was cancelled`)
    if (state.step === 'checkout' || state.step === 'ordering') this.#enter({ step: 'form', problem: null })
  }

  /** Leaves a payment that goes on without this page. */
  finish(): void {
    const { state } = this.store.get()
    if (state.step === 'pending') this.#enter({ step: 'form', problem: null })
  }

  async #record(tip: OrderedTip): Promise<PaymentResult> {
    this.#enter({ step: 'recording', tip })
    const { orderId } = tip
    let isPaid = false
    try {
      const { status } = await call(captureOrder, { params: { orderId } })
      if (status === 'PENDING') return this.#wait(tip)
      isPaid = true
      console.info(`the payment of order ${orderId} was captured`)
      await call(createTip, { body: this.#bodyOf(tip) })
      this.#enter({ step: 'form', problem: null })
      return { kind: 'sent' }
    } catch (error) {
      if (codeOf(error) === 'payment_pending') return this.#wait(tip)
      console.warn(error)
      const mayBePaid = isPaid || canRetry(error)
      this.#enter(mayBePaid ? { step: 'unrecorded', tip } : { step: 'form', problem: problemOf(error) })
      return { kind: 'failed', error }
    }
  }

  #wait(tip: OrderedTip): PaymentResult {
    this.#enter({ step: 'pending', tip })
    return CONTINUES
  }

  #bodyOf({ cents, message, orderId }: OrderedTip) {
    const { creatorId: streamerId, streamId } = this.#target
    return { streamerId, amount: formatCents(cents), message, paypalOrderId: orderId, streamId }
  }

  get #state(): PaymentState {
    return this.store.get().state
  }

  #enter(state: PaymentState): void {
    this.store.set({ state })
  }
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null)

/** The server's reason, if the same call would fail again. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || canRetry(error)) return null
  return error.fields[0]?.message ?? error.text
}

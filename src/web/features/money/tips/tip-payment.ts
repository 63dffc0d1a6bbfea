import { CURRENCY, formatCents } from '#shared/money/money.ts'
import { captureOrder, createOrder } from '#shared/money/payments.ts'
import { createTip } from '#shared/money/tips.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { canRetry } from '#web/api/can-retry.ts'
import { createStore } from '#web/lib/store.ts'
import type { Approval, OpenCheckout } from '#web/features/money/shared/payments/checkout-step.tsx'
import type { CheckoutOutcome } from '#web/features/money/shared/payments/use-checkout-outcome.ts'

/** `streamId` is the stream in whose chat the tip is shown; null for none. */
export type TipTarget = { creatorId: string; streamId: string | null }
export type TipDraft = { cents: number; message: string }

/** A tip whose order exists at the provider. */
export type OrderedTip = TipDraft & { orderId: string }

export type PaymentState =
  /** `problem`: why the last payment was not made, where trying the same again does not help. */
  | { step: 'form'; problem: string | null }
  | { step: 'ordering' }
  /** While the approval is checked, the payment may be taken: it cannot be given up then. */
  | { step: 'checkout'; tip: OrderedTip; checkout: OpenCheckout; approval: Approval }
  | { step: 'recording'; tip: OrderedTip }
  /**
   * Approved, perhaps paid; whether the tip is recorded is not known. `problem`: why it is paid but not recorded, where trying again does
   * not help.
   */
  | { step: 'unrecorded'; tip: OrderedTip; problem: string | null }
  /** The provider holds the payment back; the tip is recorded once the payment is approved. */
  | { step: 'pending'; tip: OrderedTip }

/** The outcome of an action; `failed` is to be shown, with why if the same would fail again although it is paid. */
export type PaymentResult =
  | { kind: 'sent' }
  | { kind: 'failed'; error: unknown; problem?: string | null }
  | { kind: 'continues' }

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
      const payment = { amount: formatCents(cents), currency: CURRENCY, intent: 'CAPTURE' }
      const { id, checkout: mode } = await call(createOrder, {
        body: { ...payment, streamerId, streamId, message },
      })
      const tip = { cents, message, orderId: id }
      if (this.#state === ordering)
        this.#enter({ step: 'checkout', tip, checkout: { id, mode }, approval: 'open' })
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
    if (state.step !== 'checkout') return CONTINUES
    if (outcome === 'approved') return this.#record(state.tip)
    if (state.approval === 'checking') return CONTINUES
    switch (outcome) {
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
    const capture = captureTip(state.tip)
    try {
      await capture
    } catch (error) {
      if (this.#state === checking && codeOf(error) === 'payment_not_approved') {
        this.#enter({ ...state, approval: 'missing' })
        return CONTINUES
      }
    }
    return this.#state === checking ? this.#record(state.tip, capture) : CONTINUES
  }

  /** Tries again to record a tip whose order may be paid already; pays nothing twice. */
  async retry(): Promise<PaymentResult> {
    const { state } = this.store.get()
    return state.step === 'unrecorded' && !isOver(state) ? this.#record(state.tip) : CONTINUES
  }

  /** Gives up an order that is not paid. */
  cancel(): void {
    const { state } = this.store.get()
    if (!isRevocable(state)) return
    if (state.step === 'checkout') console.info(`the checkout of order ${state.tip.orderId} was cancelled`)
    this.#enter({ step: 'form', problem: null })
  }

  /** Leaves a payment that this page can do nothing more for. */
  finish(): void {
    if (isOver(this.#state)) this.#enter({ step: 'form', problem: null })
  }

  async #record(tip: OrderedTip, capture = captureTip(tip)): Promise<PaymentResult> {
    this.#enter({ step: 'recording', tip })
    let isPaid = false
    try {
      const { status } = await capture
      if (status === 'PENDING') return this.#wait(tip)
      isPaid = true
      console.info(`the payment of order ${tip.orderId} was captured`)
      await call(createTip, { body: this.#bodyOf(tip) })
      this.#enter({ step: 'form', problem: null })
      return { kind: 'sent' }
    } catch (error) {
      if (codeOf(error) === 'payment_pending') return this.#wait(tip)
      console.warn(error)
      const problem = problemOf(error)
      const mayBePaid = isPaid || problem === null
      this.#enter(mayBePaid ? { step: 'unrecorded', tip, problem } : { step: 'form', problem })
      return { kind: 'failed', error, problem: mayBePaid ? problem : null }
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

const captureTip = ({ orderId }: OrderedTip) => call(captureOrder, { params: { orderId } })

/** Whether this page can do nothing more for the payment. */
export const isOver = (state: PaymentState): boolean =>
  state.step === 'pending' || (state.step === 'unrecorded' && state.problem !== null)

/** Whether the payment can still be given up: nothing is taken yet. */
const isRevocable = (state: PaymentState): boolean => state.step === 'ordering' || isAtCheckout(state)

/** Whether the payment waits for its approval. */
export const isAtCheckout = (state: PaymentState): boolean =>
  state.step === 'checkout' && state.approval !== 'checking'

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null)

/** The server's reason, if the same call would fail again. So it does for a conflict: the order has another tip. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || (canRetry(error) && error.status !== 409)) return null
  return error.fields[0]?.message ?? error.text
}

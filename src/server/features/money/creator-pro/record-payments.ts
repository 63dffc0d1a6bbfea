import type { Executor } from '#server/db/executor.ts'
import { addLedgerEntry } from '#server/features/money/ledger/queries.ts'
import { enqueueSubscriptionReceipt } from '#server/features/money/receipts/enqueue-receipts.ts'
import type { SubscriptionPayment } from '#server/payments/payment-provider.ts'
import { insertPayment, listPayments, updatePayment } from './payment-queries.ts'
import type { SubscriptionPaymentRow, SubscriptionRow } from './schema.ts'

/**
 * Stores the payments that the provider reports for a subscription, with their ledger entries, within a transaction that has
 * locked the subscription. Returns whether anything has changed.
 */
export async function recordPayments(
  tx: Executor,
  subscription: SubscriptionRow,
  reported: readonly SubscriptionPayment[],
): Promise<boolean> {
  const stored = new Map((await listPayments(tx, subscription.id)).map((row) => [row.providerPaymentId, row]))
  let hasChanged = false
  for (const payment of reported) {
    const before = stored.get(payment.id)
    // The provider still reports a reversed payment as completed.
    if (before && (before.status === payment.status || before.status === 'reversed')) continue
    const row = before ?? (await insertReported(tx, subscription, payment))
    if (before) await updatePayment(tx, row.id, { status: payment.status })
    await addEntries(tx, subscription, { ...row, status: payment.status })
    hasChanged = true
  }
  return hasChanged
}

/**
 * Records the reversal of a payment by the payer's bank. Returns false if the payment is not stored, or was reversed before.
 */
export async function reversePayment(
  tx: Executor,
  subscription: SubscriptionRow,
  providerPaymentId: string,
): Promise<boolean> {
  const payments = await listPayments(tx, subscription.id)
  const payment = payments.find((row) => row.providerPaymentId === providerPaymentId)
  if (!payment || payment.status === 'reversed') return false
  await updatePayment(tx, payment.id, { status: 'reversed' })
  await addEntries(tx, subscription, { ...payment, status: 'reversed' })
  return true
}

function insertReported(
  tx: Executor,
  { id: subscriptionId }: SubscriptionRow,
  { id: providerPaymentId, amountCents, currency, status, paidAt }: SubscriptionPayment,
): Promise<SubscriptionPaymentRow> {
  return insertPayment(tx, { subscriptionId, providerPaymentId, amountCents, currency, status, paidAt })
}

/** Adds the ledger entries of a payment and of its refund or reversal, once each, and enqueues the receipt. */
async function addEntries(
  tx: Executor,
  { provider, isSandbox, userId }: SubscriptionRow,
  { providerPaymentId, amountCents, status, paidAt }: SubscriptionPaymentRow,
): Promise<void> {
  if (status === 'pending' || status === 'failed' || amountCents === 0) return
  const isNew = await addLedgerEntry(tx, {
    kind: 'subscription',
    reference: `subscription:${provider}:${providerPaymentId}`,
    isSandbox,
    postings: [
      { account: 'payer', userId, amountCents: -amountCents },
      { account: 'platform', userId: null, amountCents },
    ],
  })
  if (isNew && userId !== null && status === 'completed')
    await enqueueSubscriptionReceipt(tx, {
      userId,
      amountCents,
      reference: providerPaymentId,
      isSandbox,
      paidAt,
    })
  if (status === 'completed') return
  await addLedgerEntry(tx, {
    kind: 'subscription_refund',
    reference: `subscription_refund:${provider}:${providerPaymentId}`,
    isSandbox,
    postings: [
      { account: 'platform', userId: null, amountCents: -amountCents },
      { account: 'payer', userId, amountCents },
    ],
  })
}

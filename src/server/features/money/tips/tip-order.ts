import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'

/** The account that a tip is paid to: the creator's own, or what the platform owes to the creator. */
export const accountOf = ({ payeeEmail }: PaymentOrderRow) =>
  payeeEmail === null ? 'creator_owed' : 'creator'

/** What receipts say of the payment. */
export const receiptOf = ({ id, isSandbox, providerOrderId, payerId, creatorId }: PaymentOrderRow) => ({
  payerId,
  creatorId,
  reference: providerOrderId ?? id,
  isSandbox,
})

import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'

/** The ledger account that a tip is posted to: the creator's own, or the platform's debt to the creator. */
export const accountOf = ({ payeeEmail }: PaymentOrderRow) =>
  payeeEmail === null ? 'creator_owed' : 'creator'

/** The fields of the receipts. */
export const receiptOf = ({ id, isSandbox, providerOrderId, payerId, creatorId }: PaymentOrderRow) => ({
  payerId,
  creatorId,
  reference: providerOrderId ?? id,
  isSandbox,
})

import { useMutation, useQuery } from '@tanstack/react-query'
import {
  MAX_PAYMENT_SEARCH,
  type AdminPayment,
  type PaymentView,
  getLedgerState,
  listOwed,
  listPayments,
  payOutTip,
  refundTip,
} from '#shared/operations/admin-payments.ts'
import { firstCodePoints } from '#shared/fields.ts'
import { call, callList } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'

const KEY = ['admin', 'payments']

/** Polling interval: the socket has no message about payments and refunds of others. */
const RELOAD_MS = 30_000

/** Payments of all members, the newest first; with `q` only the one with this id. */
export function usePayments(view: PaymentView, q = '') {
  return usePages({
    key: [...KEY, view, q],
    load: (cursor) =>
      callList(listPayments, {
        query: { view, cursor, ...(q && { q: firstCodePoints(q, MAX_PAYMENT_SEARCH) }) },
      }),
    idOf: getId,
    staleMs: 0,
    reloadMs: RELOAD_MS,
  })
}

/** The amounts that the platform owes to each creator. */
export function useOwed() {
  return usePages({
    key: [...KEY, 'sums'],
    load: (cursor) => callList(listOwed, { query: { cursor } }),
    idOf: ({ creatorId }) => creatorId,
    staleMs: 0,
    reloadMs: RELOAD_MS,
  })
}

export function useLedgerState() {
  return useQuery({ queryKey: [...KEY, 'ledger'], queryFn: () => call(getLedgerState, {}), staleTime: 0 })
}

type Callbacks = { onDone: (payment: AdminPayment) => void; onFailed?: (error: unknown) => void }
type Refund = { amount: string; refundedAmount: string; reason?: string }

export function useRefundTip(tipId: string, { onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: (refund: Refund) => call(refundTip, { params: { id: tipId }, body: refund }),
    onSuccess: (payment) => {
      reload()
      onDone(payment)
    },
    // The payment may have changed, as when another admin was faster.
    onError: (error) => {
      reload()
      onFailed?.(error)
    },
  })
}

export function usePayOutTip(tipId: string, { onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: () => call(payOutTip, { params: { id: tipId } }),
    onSuccess: (payment) => {
      reload()
      onDone(payment)
    },
    ...(onFailed && { onError: onFailed }),
  })
}

function reload(): void {
  void queryClient.invalidateQueries({ queryKey: KEY })
}

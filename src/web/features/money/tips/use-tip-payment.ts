import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { CheckoutOutcome } from '#web/features/money/shared/payments/use-checkout-outcome.ts'
import {
  type PaymentResult,
  type PaymentState,
  type TipDraft,
  TipPayment,
  type TipTarget,
} from './tip-payment.ts'
import { tippingKey } from './use-tipping.ts'

export type TipPaymentControl = {
  state: PaymentState
  start: (draft: TipDraft) => void
  handleOutcome: (outcome: CheckoutOutcome) => void
  confirmApproval: () => void
  retry: () => void
  cancel: () => void
  finish: () => void
}

/** The payment of a dialog, which goes on while the dialog is closed; shows its outcomes as toasts. */
export function useTipPayment(target: TipTarget, onSent: () => void): TipPaymentControl {
  const t = useTranslations('tipDialog')
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const [payment] = useState(() => new TipPayment(target))
  const { state } = useSyncExternalStore(payment.store.subscribe, payment.store.get)
  const show = (result: PaymentResult) => {
    if (result.kind === 'sent') {
      toast({ title: t('sent') })
      onSent()
    }
    if (result.kind === 'failed') {
      showFailure(result.error, { title: t('failed'), description: result.problem ?? t('failedText') })
      // The creator may no longer be able to receive.
      void client.invalidateQueries({ queryKey: tippingKey(target.creatorId) })
    }
  }
  const run = (action: Promise<PaymentResult>) => void action.then(show)
  return {
    state,
    start: (draft) => run(payment.start(draft)),
    handleOutcome: (outcome) => run(payment.handleOutcome(outcome)),
    confirmApproval: () => run(payment.confirmApproval()),
    retry: () => run(payment.retry()),
    cancel: () => payment.cancel(),
    finish: () => payment.finish(),
  }
}

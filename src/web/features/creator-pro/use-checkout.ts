import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CreatorPro } from '#shared/creator-pro.ts'
import { apiText } from '#web/api/api-error.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { CheckoutOutcome } from '#web/lib/payments/use-checkout-outcome.ts'
import { useRefresh, useSubscribe } from './use-creator-pro.ts'

export type Checkout = {
  /** Of the checkout that is shown; null while none is. */
  subscriptionId: string | null
  isStarting: boolean
  isChecking: boolean
  start: () => void
  /** Asks the provider for the state. */
  check: () => void
  handleOutcome: (outcome: CheckoutOutcome) => void
  close: () => void
}

/** Subscribing: the checkout and its outcome. */
export function useCheckout(): Checkout {
  const t = useTranslations('creatorPro')
  const [subscriptionId, setSubscriptionId] = useState<string | null>(null)
  const outcomeText = useOutcomeText()
  const showFailure = useFailureToast()
  const close = () => setSubscriptionId(null)
  const subscribe = useSubscribe({
    onDone: (subscribed) => setSubscriptionId(subscribed.subscriptionId),
    onFailed: (error) =>
      showFailure(error, {
        title: t('failed'),
        description: apiText(error) ?? t('failedText'),
      }),
  })
  const refresh = useRefresh({
    onDone: (state) => toast({ title: outcomeText(state) }),
    onFailed: (error) => showFailure(error, { title: t('checkFailed'), description: t('checkFailedText') }),
  })
  const check = () => !refresh.isPending && refresh.mutate()
  return {
    subscriptionId,
    isStarting: subscribe.isPending,
    isChecking: refresh.isPending,
    start: () => subscribe.mutate(),
    check,
    close,
    handleOutcome: (outcome) => {
      // A second message about the same outcome finds the dialog closed.
      if (subscriptionId === null) return
      close()
      if (outcome === 'cancelled') toast({ title: t('checkoutCancelled') })
      else check()
    },
  }
}

function useOutcomeText(): (state: CreatorPro) => string {
  const t = useTranslations('creatorPro')
  return ({ status }) => {
    switch (status) {
      case 'active':
        return t('subscribed')
      case 'pending':
        return t('stillPending')
      case 'grace':
      case 'suspended':
        return t('stillUnpaid')
      case 'cancelled':
      case 'none':
        return t('notSubscribed')
      default:
        return status satisfies never
    }
  }
}

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CreatorPro } from '#shared/money/creator-pro.ts'
import { apiText } from '#web/api/api-error.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Approval, OpenCheckout } from '#web/features/money/shared/payments/checkout-step.tsx'
import type { CheckoutOutcome } from '#web/features/money/shared/payments/use-checkout-outcome.ts'
import { useRefresh, useSubscribe } from './use-creator-pro.ts'

export type Checkout = {
  /** What is shown; null while nothing is. */
  open: OpenCheckout | null
  approval: Approval
  isStarting: boolean
  isChecking: boolean
  start: () => void
  /** Asks the provider for the state; while the checkout is shown, it stays until it is approved. */
  check: () => void
  handleOutcome: (outcome: CheckoutOutcome) => void
  close: () => void
}

/** Subscribing: the checkout and its outcome. */
export function useCheckout(): Checkout {
  const t = useTranslations('creatorPro')
  const [open, setOpen] = useState<OpenCheckout | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  // Two messages about one outcome may come before the next render.
  const isOpen = useRef(false)
  const outcomeText = useOutcomeText()
  const showFailure = useFailureToast()
  const show = (checkout: OpenCheckout | null) => {
    isOpen.current = checkout !== null
    setIsMissing(false)
    setOpen(checkout)
  }
  const close = () => show(null)
  const subscribe = useSubscribe({
    onDone: ({ subscriptionId: id, checkout: mode }) => show({ id, mode }),
    onFailed: (error) =>
      showFailure(error, {
        title: t('failed'),
        description: apiText(error) ?? t('failedText'),
      }),
  })
  const refresh = useRefresh({
    onDone: (state) => {
      if (isOpen.current && state.status === 'pending') return setIsMissing(true)
      close()
      toast({ title: outcomeText(state) })
    },
    onFailed: (error) => showFailure(error, { title: t('checkFailed'), description: t('checkFailedText') }),
  })
  return {
    open,
    approval: refresh.isPending ? 'checking' : isMissing ? 'missing' : 'open',
    isStarting: subscribe.isPending,
    isChecking: refresh.isPending,
    start: () => subscribe.mutate(),
    check: () => refresh.mutate(),
    close,
    handleOutcome: (outcome) => {
      if (!isOpen.current) return
      close()
      switch (outcome) {
        case 'approved':
          return refresh.mutate()
        case 'cancelled':
          return toast({ title: t('checkoutCancelled') })
        case 'failed':
          return showFailure(new Error(`the checkout of subscription ${open?.id} failed`), {
            title: t('checkoutFailed'),
            description: t('checkoutFailedText'),
          })
        default:
          return outcome satisfies never
      }
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

import { useTranslations } from 'use-intl/react'
import { CheckoutStep, type OpenCheckout } from '#web/features/money/shared/payments/checkout-step.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { Checkout } from './use-checkout.ts'

/** The checkout of a subscription. Closing it leaves the subscription as it is: it waits for its approval. */
export function CheckoutDialog({ open, checkout }: { open: OpenCheckout; checkout: Checkout }) {
  const t = useTranslations('creatorPro')
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && checkout.close()}
      size="narrow"
      title={t('checkoutTitle')}
      footer={
        <Button variant="ghost" onClick={checkout.close}>
          {t('back')}
        </Button>
      }
    >
      <CheckoutStep
        key={open.id}
        checkout={open}
        approval={checkout.approval}
        onOutcome={checkout.handleOutcome}
        onConfirm={checkout.check}
      />
    </Dialog>
  )
}

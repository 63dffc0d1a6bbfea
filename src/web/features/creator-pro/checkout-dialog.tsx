import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type CheckoutOutcome, useCheckoutOutcome } from '#web/lib/payments/use-checkout-outcome.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type CheckoutDialogProps = {
  subscriptionId: string
  onOutcome: (outcome: CheckoutOutcome) => void
  onClose: () => void
}

/** The checkout page of a subscription in a frame; where that does not work, in a tab of its own. */
export function CheckoutDialog({ subscriptionId, onOutcome, onClose }: CheckoutDialogProps) {
  const t = useTranslations('creatorPro')
  const [isLoading, setIsLoading] = useState(true)
  const path = `/checkout/${encodeURIComponent(subscriptionId)}`
  const frame = useCheckoutOutcome(subscriptionId, onOutcome)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="narrow"
      title={t('checkoutTitle')}
      footer={
        <Button asChild variant="ghost">
          <a href={path} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t('openInTab')}
          </a>
        </Button>
      }
    >
      <div className="relative">
        {isLoading && <Spinner className="absolute inset-0 m-auto" />}
        <iframe
          ref={frame}
          src={path}
          title={t('checkoutTitle')}
          allow="payment"
          className="block h-[min(27rem,60dvh)] w-full rounded-card border border-line"
          onLoad={() => setIsLoading(false)}
        />
      </div>
    </Dialog>
  )
}

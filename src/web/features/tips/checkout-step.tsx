import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCheckoutOutcome } from '#web/lib/payments/use-checkout-outcome.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { PaymentState } from './tip-payment.ts'
import type { TipPaymentControl } from './use-tip-payment.ts'

type CheckoutState = Extract<PaymentState, { step: 'checkout' }>
type CheckoutStepProps = { checkout: CheckoutState; payment: TipPaymentControl }

/** The provider's checkout in a frame; where that does not work, in a tab of its own. */
export function CheckoutStep({ checkout: { tip, approval }, payment }: CheckoutStepProps) {
  const t = useTranslations('tipDialog')
  const [frameState, setFrameState] = useState<'loading' | 'shown' | 'blocked'>('loading')
  const [isInTab, setIsInTab] = useState(false)
  const frame = useCheckoutOutcome(tip.orderId, payment.handleOutcome)
  useEffect(() => frame.current?.focus(), [frame])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {frameState !== 'blocked' && (
        <div className="relative">
          {frameState === 'loading' && <Spinner className="absolute inset-0 m-auto" />}
          <iframe
            ref={frame}
            src={tip.checkoutPath}
            title={t('checkoutTitle')}
            allow="payment"
            className="h-[min(22rem,56dvh)] w-full rounded-card border border-line"
            onLoad={({ currentTarget }) => setFrameState(isReadable(currentTarget) ? 'shown' : 'blocked')}
          />
        </div>
      )}
      <p className="text-small text-ink-2">
        {frameState === 'blocked' ? t('frameBlocked') : t('frameFails')}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button asChild onClick={() => setIsInTab(true)}>
          <a href={tip.checkoutPath} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t('openInTab')}
          </a>
        </Button>
        {isInTab && (
          <Button pending={approval === 'checking'} onClick={payment.confirmApproval}>
            {t('isApproved')}
          </Button>
        )}
      </div>
      <output className="block text-small text-ink-2 empty:hidden">
        {isInTab && approval === 'missing' && t('notApproved')}
      </output>
    </div>
  )
}

/** The browser shows a page of its own, of another origin, where a page may not be framed. */
function isReadable(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument !== null
  } catch {
    return false
  }
}

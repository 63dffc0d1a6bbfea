import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { isolated } from '#web/lib/text/isolated.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OrderedTip } from './tip-payment.ts'

/** The payer has approved: the payment is taken and the tip recorded. */
export function RecordingStep() {
  const t = useTranslations('tipDialog')
  return (
    <Step>
      <div className="grid justify-items-center gap-3 py-10 text-center">
        <Spinner />
        <p>{t('recording')}</p>
      </div>
    </Step>
  )
}

/** It is not known whether the tip is recorded; with a `problem` it is paid, and cannot be recorded. */
export function UnrecordedStep({ tip, problem }: { tip: OrderedTip; problem: string | null }) {
  const t = useTranslations('tipDialog')
  return (
    <Step title={problem === null ? t('unrecordedTitle') : t('refusedTitle')}>
      {problem !== null && <p>{problem}</p>}
      <p>{problem === null ? t('unrecordedText') : t('refusedText')}</p>
      <OrderNumber tip={tip} />
    </Step>
  )
}

/** The provider holds the payment back. */
export function PendingStep({ tip, creator }: { tip: OrderedTip; creator: string }) {
  const t = useTranslations('tipDialog')
  return (
    <Step title={t('pendingTitle')}>
      <p>{t.rich('pendingText', { name: creator, bdi: isolated })}</p>
      <OrderNumber tip={tip} />
    </Step>
  )
}

/** For questions to the team. */
function OrderNumber({ tip }: { tip: OrderedTip }) {
  const t = useTranslations('tipDialog')
  return (
    <p className="text-small text-ink-2">
      {t.rich('orderNumber', {
        order: tip.orderId,
        id: (chunks) => (
          <bdi dir="ltr" className="font-semibold text-ink [overflow-wrap:anywhere]">
            {chunks}
          </bdi>
        ),
      })}
    </p>
  )
}

/** Gets the focus, so that screen readers read it: the control that opened this step has been removed. */
function Step({ title, children }: { title?: string; children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <div ref={section} tabIndex={-1} className="grid gap-2 py-2 outline-none">
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </div>
  )
}

import { useTranslations } from 'use-intl/react'
import type { AdminPayment } from '#shared/admin-payments.ts'
import { Badge } from '#web/ui/badge.tsx'

/** The state of a payment as a badge. */
export function PaymentStatus({ payment }: { payment: AdminPayment }) {
  const t = useTranslations('adminPayments')
  const { status, tipId, captureId, refundedAmount } = payment
  // The payment was made; the tip follows with the call of its page, or with the reconciling job.
  if (status === 'created' && captureId !== null) return <Badge variant="warn">{t('statusRecording')}</Badge>
  if (status === 'completed' && tipId === null) return <Badge variant="warn">{t('statusUnclaimed')}</Badge>
  if (status === 'completed' && Number(refundedAmount) > 0)
    return <Badge variant="info">{t('statusPartlyRefunded')}</Badge>
  const badges = {
    created: ['plain', t('statusCreated')],
    pending: ['warn', t('statusPending')],
    completed: ['ok', t('statusCompleted')],
    failed: ['bad', t('statusFailed')],
    expired: ['plain', t('statusExpired')],
    refunded: ['info', t('statusRefunded')],
    reversed: ['bad', t('statusReversed')],
  } as const
  const [variant, text] = badges[status]
  return <Badge variant={variant}>{text}</Badge>
}

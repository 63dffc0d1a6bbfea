import { useTranslations } from 'use-intl/react'
import type { AdminPayment } from '#shared/operations/admin-payments.ts'
import { parseCents } from '#shared/money/money.ts'
import { PaymentStatusBadge } from '#web/features/money/shared/payments/payment-status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** The status of a payment, or of an order that is no payment or no tip so far. */
export function PaymentStatus({ payment }: { payment: AdminPayment }) {
  const t = useTranslations('adminPayments')
  const { status, tipId, captureId, refundedAmount } = payment
  // The payment was made; the tip is recorded by the call of its page, or by the reconciling job.
  if (status === 'created' && captureId !== null) return <Badge variant="warn">{t('statusRecording')}</Badge>
  if (status === 'created') return <Badge>{t('statusCreated')}</Badge>
  if (status === 'expired') return <Badge>{t('statusExpired')}</Badge>
  if (status === 'completed' && tipId === null) return <Badge variant="warn">{t('statusUnclaimed')}</Badge>
  if (status === 'completed' && parseCents(refundedAmount) !== 0)
    return <Badge variant="info">{t('statusPartlyRefunded')}</Badge>
  return <PaymentStatusBadge status={status} />
}

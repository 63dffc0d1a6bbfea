import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { CircleX } from '#web/ui/icons/circle-x.tsx'
import { Clock } from '#web/ui/icons/clock.tsx'
import { ShieldAlert } from '#web/ui/icons/shield-alert.tsx'
import { Undo2 } from '#web/ui/icons/undo-2.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PaymentStatus } from '#shared/money/payments.ts'
import { Badge } from '#web/ui/badge.tsx'

const BADGES: Record<PaymentStatus, { variant: ComponentProps<typeof Badge>['variant']; icon: ReactNode }> = {
  pending: { variant: 'warn', icon: <Clock aria-hidden /> },
  completed: { variant: 'ok', icon: <CircleCheck aria-hidden /> },
  refunded: { variant: 'plain', icon: <Undo2 aria-hidden /> },
  reversed: { variant: 'bad', icon: <ShieldAlert aria-hidden /> },
  failed: { variant: 'bad', icon: <CircleX aria-hidden /> },
}

/** The status of a payment, wherever payments are shown. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const t = useTranslations('payments')
  const { variant, icon } = BADGES[status]
  const names: Record<PaymentStatus, string> = {
    pending: t('pending'),
    completed: t('completed'),
    refunded: t('refunded'),
    reversed: t('reversed'),
    failed: t('failed'),
  }
  return (
    <Badge variant={variant}>
      {icon} {names[status]}
    </Badge>
  )
}

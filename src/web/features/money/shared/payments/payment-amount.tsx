import { useTranslations } from 'use-intl/react'
import { parseCents } from '#shared/money/money.ts'
import type { PaymentStatus } from '#shared/money/payments.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { PaymentStatusBadge } from './payment-status-badge.tsx'

type PaymentAmountProps = {
  payment: { amount: string; refundedAmount: string; status: PaymentStatus }
}

/** The amount of a payment with its status, and what was refunded. */
export function PaymentAmount({ payment }: PaymentAmountProps) {
  const t = useTranslations('payments')
  const money = useMoney()
  const { amount, refundedAmount, status } = payment
  return (
    <div className="grid justify-items-end gap-1.5 text-end">
      <b className="num font-display text-[1.1875rem] leading-[1.2] font-extrabold">{money(amount)}</b>
      {parseCents(refundedAmount) !== 0 && (
        <span className="num text-meta text-ink-2">
          {t('refundedAmount', { amount: money(refundedAmount) })}
        </span>
      )}
      <PaymentStatusBadge status={status} />
    </div>
  )
}

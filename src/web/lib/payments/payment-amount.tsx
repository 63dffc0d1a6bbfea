import { CircleCheck, CircleX, Clock, ShieldAlert, Undo2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { parseCents } from '#shared/money.ts'
import type { PaymentStatus } from '#shared/payments.ts'
import { useMoney } from '#web/lib/format/money.ts'
import { Badge } from '#web/ui/badge.tsx'

const LOOKS: Record<PaymentStatus, { variant: ComponentProps<typeof Badge>['variant']; icon: ReactNode }> = {
  pending: { variant: 'warn', icon: <Clock aria-hidden /> },
  completed: { variant: 'ok', icon: <CircleCheck aria-hidden /> },
  refunded: { variant: 'plain', icon: <Undo2 aria-hidden /> },
  reversed: { variant: 'bad', icon: <ShieldAlert aria-hidden /> },
  failed: { variant: 'bad', icon: <CircleX aria-hidden /> },
}

type PaymentAmountProps = {
  payment: { amount: string; refundedAmount: string; status: PaymentStatus }
}

/** The amount of a payment with its status, and what was refunded. */
export function PaymentAmount({ payment }: PaymentAmountProps) {
  const t = useTranslations('payments')
  const money = useMoney()
  const { amount, refundedAmount, status } = payment
  const { variant, icon } = LOOKS[status]
  const names: Record<PaymentStatus, string> = {
    pending: t('pending'),
    completed: t('completed'),
    refunded: t('refunded'),
    reversed: t('reversed'),
    failed: t('failed'),
  }
  return (
    <div className="grid justify-items-end gap-1.5 text-end">
      <b className="num font-display text-[1.1875rem] leading-[1.2] font-extrabold">{money(amount)}</b>
      {parseCents(refundedAmount) !== 0 && (
        <span className="num text-meta text-ink-2">
          {t('refundedAmount', { amount: money(refundedAmount) })}
        </span>
      )}
      <Badge variant={variant}>
        {icon} {names[status]}
      </Badge>
    </div>
  )
}

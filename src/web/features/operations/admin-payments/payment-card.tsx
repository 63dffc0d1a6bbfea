import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AdminPayment } from '#shared/operations/admin-payments.ts'
import { formatCents, parseCents } from '#shared/money/money.ts'
import { type UserRef, displayName } from '#shared/accounts/users.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionRow } from '#web/ui/description-row.tsx'
import { PaidOutDialog } from './paid-out-dialog.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { UserName } from './user-name.tsx'

/** A payment with its users, its ids, and what an admin can do with it. */
export function PaymentCard({ payment }: { payment: AdminPayment }) {
  const t = useTranslations('adminPayments')
  const money = useMoney()
  const { amount, refundedAmount, isSandbox, message, createdAt } = payment
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="num font-display text-[1.375rem] font-extrabold">{money(amount)}</p>
        <PaymentStatus payment={payment} />
        {isSandbox && <SandboxNote />}
        <RelativeTime at={createdAt} className="text-meta text-ink-3 sm:ms-auto" />
      </div>
      <dl className="grid gap-x-6 gap-y-1.5 text-small sm:grid-cols-2">
        <DescriptionRow term={t('from')}>
          <UserName user={payment.payer} />
        </DescriptionRow>
        <DescriptionRow term={t('to')}>
          <Payee payment={payment} />
        </DescriptionRow>
        {isPaid(payment) && (
          <DescriptionRow term={t('paidTo')}>
            <Account payment={payment} />
          </DescriptionRow>
        )}
        {parseCents(refundedAmount) !== 0 && (
          <DescriptionRow term={t('refunded')}>
            <span className="num">{money(refundedAmount)}</span>
          </DescriptionRow>
        )}
      </dl>
      {message && (
        <blockquote className="border-s-[3px] border-line ps-3 text-small text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{message}</bdi>
        </blockquote>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Ids payment={payment} />
        <Actions payment={payment} />
      </div>
    </Card>
  )
}

function Payee({ payment: { creator, tipId, isPaidToCreator } }: { payment: AdminPayment }) {
  const t = useTranslations('adminPayments')
  const isOpen = !creator && tipId === null && !isPaidToCreator
  return isOpen ? <span className="text-ink-2">{t('paidToNobody')}</span> : <UserName user={creator} />
}

function Account({ payment: { isPaidToCreator, paidOutAt } }: { payment: AdminPayment }) {
  const t = useTranslations('adminPayments')
  if (isPaidToCreator) return t('paidToCreator')
  return paidOutAt ? t('paidOut', { when: new Date(paidOutAt) }) : t('paidToPlatform')
}

function Ids({ payment }: { payment: AdminPayment }) {
  const t = useTranslations('adminPayments')
  const ids = [
    [t('providerOrder'), payment.providerOrderId],
    [t('capture'), payment.captureId],
    [t('order'), payment.id],
    [t('tip'), payment.tipId],
  ] as const
  return (
    <details className="min-w-0 text-meta text-ink-2">
      <summary className="tap-area cursor-pointer font-semibold">{t('ids')}</summary>
      <dl className="mt-2 grid gap-1.5">
        {ids.map(
          ([name, id]) =>
            id !== null && (
              <div key={name}>
                <dt className="text-ink-3">{name}</dt>
                <dd>
                  <code dir="ltr" className="[overflow-wrap:anywhere]">
                    {id}
                  </code>
                </dd>
              </div>
            ),
        )}
      </dl>
    </details>
  )
}

function Actions({ payment }: { payment: AdminPayment }) {
  const t = useTranslations('adminPayments')
  const money = useMoney()
  const [dialog, setDialog] = useState<'refund' | 'paidOut' | null>(null)
  const { tipId, status, creator, payer, isPaidToCreator, paidOutAt } = payment
  if (tipId === null || status !== 'completed') return null
  const nameOf = (user: UserRef | null) => (user ? displayName(user) : t('formerMember'))
  const left = money(leftOf(payment))
  const close = () => setDialog(null)
  return (
    <div className="flex flex-wrap gap-2">
      {!isPaidToCreator && paidOutAt === null && (
        <Button
          size="sm"
          onClick={() => setDialog('paidOut')}
          aria-label={t('paidOutNamed', { amount: left, name: nameOf(creator) })}
        >
          {t('paidOutAction')}
        </Button>
      )}
      <Button
        size="sm"
        onClick={() => setDialog('refund')}
        aria-label={t('refundNamed', { amount: left, name: nameOf(payer) })}
      >
        {t('refund')}
      </Button>
      {dialog === 'refund' && (
        <RefundDialog
          payment={{ ...payment, tipId }}
          left={leftOf(payment)}
          payer={nameOf(payer)}
          creator={nameOf(creator)}
          onClose={close}
        />
      )}
      {dialog === 'paidOut' && (
        <PaidOutDialog tipId={tipId} amount={left} name={nameOf(creator)} onClose={close} />
      )}
    </div>
  )
}

/** Whether the payer has paid, also if the provider holds the payment back or it was refunded. */
const isPaid = ({ captureId, status }: AdminPayment) => captureId !== null && status !== 'failed'

/** Returns the amount of a payment after refunds, as decimal text. */
function leftOf({ amount, refundedAmount }: AdminPayment): string {
  return formatCents((parseCents(amount) ?? 0) - (parseCents(refundedAmount) ?? 0))
}

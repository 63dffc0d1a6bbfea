import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Payment } from '#shared/money/payments.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PaymentAmount } from '#web/features/money/shared/payments/payment-amount.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { SandboxScope } from '#web/features/notifications/shared/money/sandbox-scope.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { usePayments } from './use-payments.ts'

/** Every payment that the current user made, the newest first. */
export function PaymentList() {
  const t = useTranslations('journey')
  const query = usePayments()
  const payments = query.items
  if (!payments)
    return query.error ? <LoadFailed title={t('paymentsFailed')} query={query} /> : <SkeletonRows />
  if (payments.length === 0)
    return (
      <EmptyState level={2} family="palm" title={t('noPayments')} isCard>
        {t('noPaymentsText')}
      </EmptyState>
    )
  return (
    <SandboxScope rows={payments} className="mb-3">
      <ul aria-label={t('payments')} className="rounded-card border border-line bg-surface">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      <ListFooter query={query} failed={t('paymentsFailed')} isEndless />
    </SandboxScope>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const t = useTranslations('journey')
  const { dateTime } = useFormatter()
  const { createdAt, orderId } = payment
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3.5 border-t border-line px-4 py-3.5 first:border-t-0 md:px-5">
      <div className="min-w-0 text-ui">
        <p className="font-bold [overflow-wrap:anywhere]">
          <Purpose payment={payment} />
        </p>
        <time dateTime={createdAt} className="num mt-0.5 block text-meta text-ink-3">
          {dateTime(new Date(createdAt), 'timestamp')}
        </time>
        {orderId !== null && (
          <p className="mt-0.5 text-meta text-ink-3 [overflow-wrap:anywhere]">
            {t.rich('order', { order: orderId, id: (chunks) => <bdi dir="ltr">{chunks}</bdi> })}
          </p>
        )}
      </div>
      <PaymentAmount payment={payment} />
      {payment.isSandbox && (
        <p className="col-span-full mt-1.5 justify-self-end empty:hidden">
          <SandboxNote />
        </p>
      )}
    </li>
  )
}

function Purpose({ payment: { kind, creator } }: { payment: Payment }) {
  const t = useTranslations('journey')
  if (kind === 'subscription') return t('subscription')
  if (!creator) return t('tipToFormer')
  return t.rich('tipTo', {
    creator: () => (
      <Link href={`/profile/${creator.id}`} className="tap-area hover:underline">
        <bdi>{displayName(creator)}</bdi>
      </Link>
    ),
  })
}

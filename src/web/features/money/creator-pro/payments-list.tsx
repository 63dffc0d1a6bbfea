import { useFormatter, useTranslations } from 'use-intl/react'
import type { CreatorProPayment } from '#shared/money/creator-pro.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PaymentStatusBadge } from '#web/features/money/shared/payments/payment-status-badge.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { SandboxScope } from '#web/features/notifications/shared/money/sandbox-scope.tsx'
import { useCreatorPro, useCreatorProPayments } from './use-creator-pro.ts'

/** The payments of the user's subscriptions; nothing before the first one. */
export function PaymentsList() {
  const t = useTranslations('creatorPro')
  const query = useCreatorProPayments()
  const { items, error } = query
  const { data: state } = useCreatorPro()
  if (items?.length === 0 || (!items && !error)) return null
  return (
    <section aria-labelledby="payments" className="mt-9 grid max-w-[72ch] gap-3">
      <h2 id="payments">{t('paymentsTitle')}</h2>
      {items ? (
        // The price above has the note.
        <SandboxScope rows={items} hasNoteAbove={state?.isSandbox === true && state.price !== null}>
          <ul className="divide-y divide-line border-y border-line">
            {items.map((payment) => (
              <Payment key={payment.id} payment={payment} />
            ))}
          </ul>
          <ListFooter query={query} failed={t('paymentsFailed')} />
        </SandboxScope>
      ) : (
        <LoadFailed title={t('paymentsFailed')} query={query} />
      )}
    </section>
  )
}

function Payment({ payment: { amount, status, paidAt, isSandbox } }: { payment: CreatorProPayment }) {
  const format = useFormatter()
  const money = useMoney()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3">
      <time dateTime={paidAt} className="text-body">
        {format.dateTime(new Date(paidAt), 'longDate')}
      </time>
      <span className="num ms-auto text-body font-bold">{money(amount)}</span>
      {isSandbox && <SandboxNote />}
      <PaymentStatusBadge status={status} />
    </li>
  )
}

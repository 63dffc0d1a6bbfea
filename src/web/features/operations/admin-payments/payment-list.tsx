import { useTranslations } from 'use-intl/react'
import type { PaymentView } from '#shared/operations/admin-payments.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { SandboxScope } from '#web/features/notifications/shared/money/sandbox-scope.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PaymentCard } from './payment-card.tsx'
import { useLedgerState, usePayments } from './use-payments.ts'

/** The payments of a view, the newest first; with `q` only the one with this id. */
export function PaymentList({ view, q = '' }: { view: PaymentView; q?: string }) {
  const t = useTranslations('adminPayments')
  const query = usePayments(view, q)
  const payments = query.items
  const hasNoteAbove = useLedgerState().data?.isSandbox === true
  if (!payments) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  if (payments.length === 0) return <NoPayments kind={q === '' ? view : 'search'} />
  return (
    <div>
      <SandboxScope rows={payments} hasNoteAbove={hasNoteAbove} className="mb-3">
        <ul className="grid gap-3">
          {payments.map((payment) => (
            <li key={payment.id} className="min-w-0">
              <PaymentCard payment={payment} />
            </li>
          ))}
        </ul>
      </SandboxScope>
      <ListFooter query={query} failed={t('loadFailed')} />
    </div>
  )
}

function NoPayments({ kind }: { kind: PaymentView | 'search' }) {
  const t = useTranslations('adminPayments')
  const texts = {
    all: [t('emptyTitle'), t('emptyText')],
    search: [t('noMatchTitle'), t('noMatchText')],
    owed: [t('nothingOwedTitle'), t('nothingOwedText')],
    unclaimed: [t('noneUnclaimedTitle'), t('noneUnclaimedText')],
  }
  const [title, text] = texts[kind]
  return (
    <EmptyState level={2} title={title} isCard>
      {text}
    </EmptyState>
  )
}

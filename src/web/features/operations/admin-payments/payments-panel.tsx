import { useTranslations } from 'use-intl/react'
import { PAYMENT_VIEWS } from '#shared/operations/admin-payments.ts'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { LedgerState } from './ledger-state.tsx'
import { OwedSums } from './owed-sums.tsx'
import { PaymentList } from './payment-list.tsx'
import { PaymentSearch } from './payment-search.tsx'
import { useLedgerState } from './use-payments.ts'

/** The payments of all members: all of them by id, what is owed to creators, and what nobody has claimed. */
export function PaymentsPanel() {
  const t = useTranslations('adminPayments')
  const isSandbox = useLedgerState().data?.isSandbox === true
  const [view, setView] = useUrlTab(PAYMENT_VIEWS)
  const tabs = [
    { value: 'all', label: t('all'), content: <PaymentSearch /> },
    {
      value: 'owed',
      label: t('owed'),
      content: (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <p className="max-w-[60ch] text-small text-ink-2">{t('owedIntro')}</p>
          <OwedSums />
          <PaymentList view="owed" />
        </div>
      ),
    },
    {
      value: 'unclaimed',
      label: t('unclaimed'),
      content: (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <p className="max-w-[60ch] text-small text-ink-2">{t('unclaimedIntro')}</p>
          <PaymentList view="unclaimed" />
        </div>
      ),
    },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isSandbox && (
        <p>
          <SandboxNote />
        </p>
      )}
      <LedgerState />
      <Tabs label={t('views')} value={view} onValueChange={setView} tabs={tabs} fill />
    </div>
  )
}

import { useTranslations } from 'use-intl/react'
import { PaymentsPanel } from '#web/features/admin-payments/payments-panel.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ColumnPage } from '#web/ui/column-page.tsx'

/** `/admin/payments`, for admins: the payments of all members. */
export function AdminPaymentsPage() {
  const t = useTranslations('adminPayments')
  usePageTitle(t('title'))
  return (
    <ColumnPage title={t('title')} intro={t('intro')}>
      <PaymentsPanel />
    </ColumnPage>
  )
}

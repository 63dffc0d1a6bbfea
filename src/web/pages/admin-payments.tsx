import { useTranslations } from 'use-intl/react'
import { PaymentsPanel } from '#web/features/operations/admin-payments/payments-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/payments`, for admins: the payments of all members. */
export function AdminPaymentsPage() {
  const t = useTranslations('adminPayments')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')} intro={t('intro')} isColumn>
      <PaymentsPanel />
    </AdminPage>
  )
}

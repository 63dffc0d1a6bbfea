import { useTranslations } from 'use-intl/react'
import { AdminPage } from '#web/features/shell/admin/admin-page.tsx'
import { QuickActions } from '#web/features/shell/admin/quick-actions.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'

/** `/admin`, for admins. */
export function AdminDashboardPage() {
  const t = useTranslations('adminShell')
  usePageTitle(t('dashboard'))
  return (
    <AdminPage title={t('dashboard')}>
      <QuickActions />
    </AdminPage>
  )
}

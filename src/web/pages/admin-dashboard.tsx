import { useTranslations } from 'use-intl/react'
import { DashboardFigures } from '#web/features/operations/admin-dashboard/dashboard-figures.tsx'
import { PlatformHealth } from '#web/features/operations/admin-dashboard/platform-health.tsx'
import { QuickActions } from '#web/features/operations/admin-dashboard/quick-actions.tsx'
import { PortTest } from '#web/features/live/live/connection-test/port-test.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin`, for admins: the figures and the health of the site. */
export function AdminDashboardPage() {
  const t = useTranslations('adminShell')
  usePageTitle(t('dashboard'))
  return (
    <AdminPage title={t('dashboard')}>
      <div className="grid gap-5">
        <DashboardFigures />
        <div className="grid gap-5 lg:grid-cols-[5fr_3fr] lg:items-start">
          <PlatformHealth renderConnectionTest={(test) => <PortTest {...test} />} />
          <QuickActions />
        </div>
      </div>
    </AdminPage>
  )
}

import { useTranslations } from 'use-intl/react'
import { LogsPanel } from '#web/features/admin-logs/logs-panel.tsx'
import { AdminPage } from '#web/features/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'

/** `/admin/logs`, for admins: the operator's log, and the audit trail. */
export function AdminLogsPage() {
  const t = useTranslations('adminLogs')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')}>
      <LogsPanel />
    </AdminPage>
  )
}

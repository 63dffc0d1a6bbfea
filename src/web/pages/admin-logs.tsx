import { useTranslations } from 'use-intl/react'
import { LogsPanel } from '#web/features/operations/admin-logs/logs-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

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

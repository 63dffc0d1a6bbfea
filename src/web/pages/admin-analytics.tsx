import { useTranslations } from 'use-intl/react'
import { AnalyticsPanel } from '#web/features/operations/admin-analytics/analytics-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/analytics`, for admins: the figures of the platform over time. */
export function AdminAnalyticsPage() {
  const t = useTranslations('adminAnalytics')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')} intro={t('intro')}>
      <AnalyticsPanel />
    </AdminPage>
  )
}

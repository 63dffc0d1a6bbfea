import { useTranslations } from 'use-intl/react'
import { PortTest } from '#web/features/live/live/connection-test/port-test.tsx'
import { LiveStatusPanel } from '#web/features/live/live-status/live-status-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/live`, for admins: checks the live engine and its ports. */
export function AdminLivePage() {
  const t = useTranslations('liveStatus')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')} intro={t('intro')} isColumn>
      <LiveStatusPanel
        renderConnectionTest={({ media, problems }) => (
          <PortTest ports={media.ports} isCauseShown={problems.length > 0} />
        )}
      />
    </AdminPage>
  )
}

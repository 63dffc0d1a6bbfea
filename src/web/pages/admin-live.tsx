import { useTranslations } from 'use-intl/react'
import { PortTest } from '#web/features/live/connection-test/port-test.tsx'
import { LiveStatusPanel } from '#web/features/live-status/live-status-panel.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ColumnPage } from '#web/ui/column-page.tsx'

/** `/admin/live`, for admins: checks the live engine and its ports. */
export function AdminLivePage() {
  const t = useTranslations('liveStatus')
  usePageTitle(t('title'))
  return (
    <ColumnPage title={t('title')} intro={t('intro')}>
      <LiveStatusPanel
        renderConnectionTest={({ media, problems }) => (
          <PortTest ports={media.ports} isCauseShown={problems.length > 0} />
        )}
      />
    </ColumnPage>
  )
}

import { useTranslations } from 'use-intl/react'
import { ModerationPanel } from '#web/features/operations/moderation/moderation-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/moderation`, for moderators: reports and appeals. */
export function ModerationPage() {
  const t = useTranslations('moderation')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')} intro={t('intro')} isColumn>
      <ModerationPanel />
    </AdminPage>
  )
}

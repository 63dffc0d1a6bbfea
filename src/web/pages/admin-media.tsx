import { useTranslations } from 'use-intl/react'
import { MediaPanel } from '#web/features/operations/admin-media/media-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/media`, for admins: every stored file, and how much is stored. */
export function AdminMediaPage() {
  const t = useTranslations('adminMedia')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')}>
      <MediaPanel />
    </AdminPage>
  )
}

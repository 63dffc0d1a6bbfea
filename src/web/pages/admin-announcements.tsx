import { useTranslations } from 'use-intl/react'
import { AnnouncementsPanel } from '#web/features/operations/admin-announcements/announcements-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/announcements`, for admins: notifications to all members. */
export function AdminAnnouncementsPage() {
  const t = useTranslations('adminAnnouncements')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')} intro={t('intro')} isColumn>
      <AnnouncementsPanel />
    </AdminPage>
  )
}

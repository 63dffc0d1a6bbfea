import { useTranslations } from 'use-intl/react'
import { InvitationsPanel } from '#web/features/operations/admin-invitations/invitations-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/users/invitations`, for admins: the links with which accounts are opened. */
export function AdminInvitationsPage() {
  const t = useTranslations('adminInvitations')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')}>
      <InvitationsPanel />
    </AdminPage>
  )
}

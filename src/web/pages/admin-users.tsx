import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { UsersPanel } from '#web/features/operations/admin-users/users-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Button } from '#web/ui/button.tsx'

/** `/admin/users`, for admins: all users. */
export function AdminUsersPage() {
  const t = useTranslations('adminUsers')
  usePageTitle(t('title'))
  return (
    <AdminPage
      title={t('title')}
      action={
        <Button asChild size="sm">
          <Link href="/admin/users/invitations">{t('invitations')}</Link>
        </Button>
      }
    >
      <UsersPanel />
    </AdminPage>
  )
}

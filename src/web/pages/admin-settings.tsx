import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { SettingsPanel } from '#web/features/operations/admin-settings/settings-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/settings`, for admins: the site settings. */
export function AdminSettingsPage() {
  const t = useTranslations('adminSettings')
  usePageTitle(t('title'))
  return (
    <AdminPage
      title={t('title')}
      intro={t.rich('intro', {
        branding: (text) => (
          <Link href="/admin/settings/branding" className="text-link">
            {text}
          </Link>
        ),
      })}
    >
      <SettingsPanel />
    </AdminPage>
  )
}

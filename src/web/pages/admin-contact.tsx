import { useTranslations } from 'use-intl/react'
import { ContactPanel } from '#web/features/operations/admin-contact/contact-panel.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/admin/contact`, for admins: the messages of the contact form. */
export function AdminContactPage() {
  const t = useTranslations('adminContact')
  usePageTitle(t('title'))
  return (
    <AdminPage title={t('title')} intro={t('intro')} isColumn>
      <ContactPanel />
    </AdminPage>
  )
}

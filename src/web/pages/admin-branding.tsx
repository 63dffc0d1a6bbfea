import { useTranslations } from 'use-intl/react'
import { BrandingForm } from '#web/features/operations/admin-branding/branding-form.tsx'
import { useBranding } from '#web/features/operations/admin-branding/use-branding.ts'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** `/admin/settings/branding`, for admins: name, logo, accent, headline and network links. */
export function AdminBrandingPage() {
  const t = useTranslations('adminBranding')
  usePageTitle(t('title'))
  const query = useBranding()
  return (
    <AdminPage title={t('title')} intro={t('intro')}>
      {query.data ? (
        <BrandingForm branding={query.data} />
      ) : query.error ? (
        <LoadFailed title={t('loadFailed')} query={query} />
      ) : (
        <SkeletonRows />
      )}
    </AdminPage>
  )
}

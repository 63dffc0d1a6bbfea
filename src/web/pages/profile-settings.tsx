import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ProfileForm } from '#web/features/community/profile-form/profile-form.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/profile-settings`, for signed-in users. */
export function ProfileSettingsPage() {
  const t = useTranslations('profileForm')
  const user = useCurrentUser()
  usePageTitle(t('pageTitle'))
  if (!user) return <PageSpinner />
  return (
    <div className="mx-auto max-w-[640px] px-(--gutter) pt-6 pb-10 md:pt-9 lg:max-w-[1040px]">
      <PageHeading title={t('pageTitle')} />
      <ProfileForm user={user} />
    </div>
  )
}

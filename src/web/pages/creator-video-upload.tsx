import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { useCurrentUser } from '#web/api/current-user.ts'
import { CreatorPage } from '#web/features/shell/creator-page.tsx'
import { UploadForm } from '#web/features/creator-videos/upload-page/upload-form.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** `/creator/videos/upload`: a new video from a file. */
export function CreatorVideoUploadPage() {
  const t = useTranslations('videoUpload')
  const user = useCurrentUser()
  const [, navigate] = useLocation()
  usePageTitle(t('pageTitle'))
  if (!user) return <PageSpinner />
  return (
    <CreatorPage>
      <h1 tabIndex={-1}>{t('pageTitle')}</h1>
      <p className="mt-2 mb-5 text-body text-ink-2 md:mb-6">{t('intro')}</p>
      <UploadForm userId={user.id} onSubmitted={() => navigate('/creator/videos')} />
    </CreatorPage>
  )
}

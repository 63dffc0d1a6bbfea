import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { limit } from '#shared/settings/limits.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { linkTo } from '#web/features/operations/prose/link-to.tsx'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { UploadForm } from '#web/features/studio/creator-videos/upload-page/upload-form.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/creator/videos/upload`: a new video from a file. */
export function CreatorVideoUploadPage() {
  const t = useTranslations('videoUpload')
  const user = useCurrentUser()
  const [, navigate] = useLocation()
  usePageTitle(t('pageTitle'))
  if (!user) return <PageSpinner />
  return (
    <CreatorPage>
      <PageHeading
        title={t('pageTitle')}
        intro={
          <>
            {t('intro')} <Storage isPro={user.isPremium} />
          </>
        }
        className="mb-5 md:mb-6"
      />
      <UploadForm userId={user.id} onSubmitted={() => navigate('/creator/videos')} />
    </CreatorPage>
  )
}

/** How much all files of the user may have together. */
function Storage({ isPro }: { isPro: boolean }) {
  const t = useTranslations('videoUpload')
  const fileSize = useFileSize()
  const size = fileSize(limit(isPro ? 'proStorageBytes' : 'storageBytes'))
  if (isPro) return t('proStorage', { size })
  return t.rich('storage', { size, proSize: fileSize(limit('proStorageBytes')), pro: linkTo('/creator-pro') })
}

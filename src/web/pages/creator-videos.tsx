import { Upload } from '#web/ui/icons/upload.tsx'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { StorageUse } from '#web/features/studio/creator-videos/storage-use.tsx'
import { VideoList } from '#web/features/studio/creator-videos/video-list.tsx'
import { VideoStats } from '#web/features/studio/creator-videos/video-stats.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/creator/videos`: the current user's videos. */
export function CreatorVideosPage() {
  const t = useTranslations('videos')
  usePageTitle(t('title'))
  return (
    <CreatorPage>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-5 gap-y-3 md:mb-6">
        <PageHeading title={t('title')} intro={t('intro')} />
        <Button asChild variant="action">
          <Link href="/creator/videos/upload">
            <Upload aria-hidden /> {t('upload')}
          </Link>
        </Button>
      </div>
      <VideoStats />
      <StorageUse />
      <VideoList />
    </CreatorPage>
  )
}

import { useTranslations } from 'use-intl/react'
import { VideoList } from '#web/features/videos/video-list.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ColumnPage } from '#web/ui/column-page.tsx'

/** `/creator/videos`: the member's own videos. */
export function CreatorVideosPage() {
  const t = useTranslations('videos')
  usePageTitle(t('title'))
  return (
    <ColumnPage title={t('title')} intro={t('intro')}>
      <VideoList />
    </ColumnPage>
  )
}

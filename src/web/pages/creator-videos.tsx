import { useTranslations } from 'use-intl/react'
import { CreatorNav } from '#web/features/shell/creator-nav.tsx'
import { VideoList } from '#web/features/videos/video-list.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ColumnFrame } from '#web/ui/column-page.tsx'

/** `/creator/videos`: the current user's videos. */
export function CreatorVideosPage() {
  const t = useTranslations('videos')
  usePageTitle(t('title'))
  return (
    <ColumnFrame>
      <CreatorNav />
      <h1>{t('title')}</h1>
      <p className="mt-2 mb-5 max-w-[60ch] text-body text-ink-2 md:mb-6">{t('intro')}</p>
      <VideoList />
    </ColumnFrame>
  )
}

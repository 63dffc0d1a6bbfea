import { useTranslations } from 'use-intl/react'
import { CommunityPulse } from '#web/features/posts/community-pulse.tsx'
import { LiveGrid } from '#web/features/streams/live-grid.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'

/** `/` for members. */
export function HomePage() {
  const t = useTranslations('home')
  usePageTitle(t('title'))
  return (
    <div className="page pt-4 pb-10 md:pt-6 md:pb-16">
      <h1 className="sr-only">{t('title')}</h1>
      <LiveGrid phone="row" />
      <div className="mt-[26px] md:mt-9">
        <CommunityPulse />
      </div>
    </div>
  )
}

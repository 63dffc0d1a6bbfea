import { useTranslations } from 'use-intl/react'
import { AnalyticsView } from '#web/features/creator-analytics/analytics-view.tsx'
import { CreatorNav } from '#web/features/shell/creator-nav.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'

/** `/creator/analytics`, for signed-in users: the figures of their videos and streams over time. */
export function CreatorAnalyticsPage() {
  const t = useTranslations('creatorAnalytics')
  usePageTitle(t('title'))
  return (
    <div className="mx-auto max-w-[1440px] px-(--gutter) pt-6 pb-10 md:pt-9 md:pb-16">
      <CreatorNav />
      <h1>{t('title')}</h1>
      <p className="mt-1.5 mb-5 max-w-[60ch] text-ink-2 md:mb-6">{t('intro')}</p>
      <AnalyticsView />
    </div>
  )
}

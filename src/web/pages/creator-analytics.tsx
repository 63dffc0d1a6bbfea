import { useTranslations } from 'use-intl/react'
import { AnalyticsView } from '#web/features/studio/creator-analytics/analytics-view.tsx'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/creator/analytics`, for signed-in users: the figures of their videos and streams over time. */
export function CreatorAnalyticsPage() {
  const t = useTranslations('creatorAnalytics')
  usePageTitle(t('title'))
  return (
    <CreatorPage>
      <h1>{t('title')}</h1>
      <p className="mt-1.5 mb-5 max-w-[60ch] text-ink-2 md:mb-6">{t('intro')}</p>
      <AnalyticsView />
    </CreatorPage>
  )
}

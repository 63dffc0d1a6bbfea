import { useTranslations } from 'use-intl/react'
import { AnalyticsView } from '#web/features/studio/creator-analytics/analytics-view.tsx'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/creator/analytics`, for signed-in users: the figures of their videos and streams over time. */
export function CreatorAnalyticsPage() {
  const t = useTranslations('creatorAnalytics')
  usePageTitle(t('title'))
  return (
    <CreatorPage>
      <PageHeading title={t('title')} intro={t('intro')} className="mb-5 md:mb-6" />
      <AnalyticsView />
    </CreatorPage>
  )
}

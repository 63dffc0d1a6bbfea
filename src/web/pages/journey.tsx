import { useTranslations } from 'use-intl/react'
import { JourneyTabs } from '#web/features/studio/journey/journey-tabs.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { ColumnPage } from '#web/ui/pages/column-page.tsx'

/** `/journey`: the current user's posts, streams and videos by month, and the payments they made. */
export function JourneyPage() {
  const t = useTranslations('journey')
  usePageTitle(t('title'))
  return (
    <ColumnPage title={t('title')} intro={t('text')}>
      <JourneyTabs />
    </ColumnPage>
  )
}

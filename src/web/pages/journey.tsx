import { useTranslations } from 'use-intl/react'
import { Timeline } from '#web/features/journey/timeline.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { ColumnPage } from '#web/ui/column-page.tsx'

/** `/journey`: the current user's posts, streams and videos by month. */
export function JourneyPage() {
  const t = useTranslations('journey')
  usePageTitle(t('title'))
  return (
    <ColumnPage title={t('title')} intro={t('text')}>
      <Timeline />
    </ColumnPage>
  )
}

import { useTranslations } from 'use-intl/react'
import { Timeline } from '#web/features/journey/timeline.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'

/** `/journey`: what the member has made here, month by month. */
export function JourneyPage() {
  const t = useTranslations('journey')
  usePageTitle(t('title'))
  return (
    <div className="page pt-6 pb-10 md:pt-9 md:pb-16">
      <div className="mx-auto max-w-[760px]">
        <h1>{t('title')}</h1>
        <p className="mt-2 mb-5 max-w-[60ch] text-body text-ink-2 md:mb-6">{t('text')}</p>
        <Timeline />
      </div>
    </div>
  )
}

import { useTranslations } from 'use-intl/react'
import { LiveGrid } from '#web/features/streams/live-grid.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'

/** `/discover`: what is on, for visitors too. */
export function DiscoverPage() {
  const t = useTranslations('discover')
  usePageTitle(t('title'))
  return (
    <div className="page pt-6 pb-10 md:pt-9 md:pb-16">
      <h1>{t('title')}</h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-body text-ink-2 md:mb-8">{t('text')}</p>
      <LiveGrid phone="column" />
    </div>
  )
}

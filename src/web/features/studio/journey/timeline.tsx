import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { JourneyItem } from '#shared/studio/journey.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimelineStep } from './timeline-step.tsx'
import { stepId, stepTime, useJourney } from './use-journey.ts'

/** The current user's posts, streams and videos, the newest first, grouped by month. */
export function Timeline() {
  const t = useTranslations('journey')
  const query = useJourney()
  const steps = query.items
  if (!steps) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  if (steps.length === 0) return <EmptyJourney />
  return (
    <>
      <Months steps={steps} />
      <ListFooter query={query} failed={t('loadFailed')} isEndless />
    </>
  )
}

function EmptyJourney() {
  const t = useTranslations('journey')
  return (
    <EmptyState
      level={2}
      family="clay"
      title={t('emptyTitle')}
      action={
        <Button asChild>
          <Link href="/">{t('emptyAction')}</Link>
        </Button>
      }
      isCard
    >
      {t('emptyText')}
    </EmptyState>
  )
}

function Months({ steps }: { steps: JourneyItem[] }) {
  const format = useFormatter()
  const months = new Map<string, JourneyItem[]>()
  for (const step of steps) {
    const month = format.dateTime(new Date(stepTime(step)), { month: 'long', year: 'numeric' })
    months.set(month, [...(months.get(month) ?? []), step])
  }
  return [...months].map(([month, ofMonth]) => (
    <section key={month} aria-label={month} className="mb-8">
      <h2 className="mb-3 flex items-center gap-3">
        <span aria-hidden className="marker-332 w-8 flex-none" />
        {month}
      </h2>
      <ol className="grid gap-3">
        {ofMonth.map((step) => (
          <TimelineStep key={stepId(step)} step={step} />
        ))}
      </ol>
    </section>
  ))
}

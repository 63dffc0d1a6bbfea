import { useFormatter, useTranslations } from 'use-intl/react'
import { COHORT_WEEKS, type Cohort } from '#shared/operations/admin-analytics.ts'
import { useDayFormat } from '#web/ui/charts/day-format.ts'
import { FiguresTable } from '#web/ui/charts/figures-table.tsx'

/** The share of the members of each week of sign-up who were active in the weeks since then. */
export function Cohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const t = useTranslations('adminAnalytics')
  const { number } = useFormatter()
  const formatDay = useDayFormat()
  const shown = cohorts.filter(({ users }) => users > 0)
  const weeks = Array.from({ length: COHORT_WEEKS - 1 }, (_, week) => week)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div>
        <h2>{t('retention')}</h2>
        <p className="mt-1.5 max-w-[72ch] text-small text-ink-2">{t('retentionText')}</p>
      </div>
      {shown.length === 0 ? (
        <p className="text-ink-2">{t('noCohorts', { weeks: COHORT_WEEKS })}</p>
      ) : (
        <FiguresTable
          label={t('retention')}
          head={[t('cohort'), t('members'), ...weeks.map((week) => t('week', { number: week }))]}
          rows={shown.map(({ week, users, active }) => ({
            key: week,
            cells: [
              <time key="week" dateTime={week} className="whitespace-nowrap">
                {t('cohortWeek', { date: formatDay(week) })}
              </time>,
              number(users, 'count'),
              ...weeks.map((index) => <Share key={index} active={active[index]} of={users} />),
            ],
          }))}
        />
      )}
    </section>
  )
}

/** A share as text on a background that darkens with the share. `active`: null is not recorded, undefined not over. */
function Share({ active, of }: { active: number | null | undefined; of: number }) {
  const t = useTranslations('adminAnalytics')
  const { number } = useFormatter()
  if (active === undefined) return <span className="sr-only">{t('notOver')}</span>
  if (active === null)
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">{t('notRecorded')}</span>
      </>
    )
  const share = Math.min(1, active / of)
  return (
    <span
      className="-mx-1.5 inline-block min-w-14 rounded-tag px-1.5 py-1"
      style={{ background: `color-mix(in oklab, var(--c-4) ${Math.round(share * 40)}%, transparent)` }}
    >
      {number(share, 'percent')}
    </span>
  )
}

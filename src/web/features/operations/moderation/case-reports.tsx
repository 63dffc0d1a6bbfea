import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CaseDetails } from '#shared/operations/moderation.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { Card } from '#web/ui/card.tsx'
import { SnapshotView } from './case-subject.tsx'

/** How many reports name which rule, and what the reporters wrote. */
export function CaseReports({ details }: { details: CaseDetails }) {
  const t = useTranslations('moderation')
  const headingId = useId()
  const { reasons, reports, reportsCount } = details
  // A report without words says no more than the counts.
  const told = reports.filter(({ words, snapshot, reporter }) => words ?? snapshot ?? reporter)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-section">
        {t('reports', { count: reportsCount })}
      </h2>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-5">
        <ul className="grid gap-1.5">
          {reasons.map(({ rule, count }) => (
            <li key={rule} className="flex items-baseline justify-between gap-3 text-small">
              <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {rule ?? t('otherReason')}
              </span>
              <span className="num font-bold">{count}</span>
            </li>
          ))}
        </ul>
        {told.length > 0 && (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3">
            {told.map((report) => (
              <li key={report.id} className="min-w-0 text-small">
                {report.words && (
                  <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                    {report.words}
                  </p>
                )}
                <p className="flex flex-wrap gap-x-3 text-meta text-ink-3">
                  {report.reporter && <bdi>{displayName(report.reporter)}</bdi>}
                  <RelativeTime at={report.createdAt} className="num" />
                </p>
                {report.snapshot && <SnapshotView snapshot={report.snapshot} />}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

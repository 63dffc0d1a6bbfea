import { useTranslations } from 'use-intl/react'
import { ApiError } from '#web/api/api-error.ts'
import { DecisionView } from '#web/features/operations/decisions/decision-view.tsx'
import { useDecision } from '#web/features/operations/decisions/use-decision.ts'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { ColumnPage } from '#web/ui/pages/column-page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** `/decisions/:decisionId`, for the member whom it concerns: what a moderator decided, and the appeal. */
export function DecisionPage({ decisionId }: { decisionId: string }) {
  const t = useTranslations('decision')
  usePageTitle(t('title'))
  const query = useDecision(decisionId)
  if (query.error instanceof ApiError && query.error.status === 404)
    return <PageNotFound title={t('notFound')}>{t('notFoundText')}</PageNotFound>
  if (query.data)
    return (
      <ColumnPage title={t('title')}>
        <DecisionView decision={query.data} />
      </ColumnPage>
    )
  if (query.error) return <PageLoadFailed title={t('loadFailed')} query={query} />
  return <PageSpinner />
}

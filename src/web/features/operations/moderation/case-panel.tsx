import { useFormatter, useTranslations } from 'use-intl/react'
import { type RefObject, useState } from 'react'
import type { CaseDetails, ModerationAction } from '#shared/operations/moderation.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { focusHeading } from '#web/lib/navigation/focus-heading.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseContext } from './case-context.tsx'
import { CaseReports } from './case-reports.tsx'
import { CaseSubject } from './case-subject.tsx'
import { DecideDialog, type DecisionDraft } from './decide-dialog.tsx'
import { DecisionList } from './decision-list.tsx'
import { useCase, useViewers } from './use-moderation-queue.ts'

type BackLink = RefObject<HTMLAnchorElement | null>

/** A case with all that a moderator needs to decide it. `backLink` is the page's link to the queue. */
export function CasePanel({ id, backLink }: { id: string; backLink: BackLink }) {
  const t = useTranslations('moderation')
  const query = useCase(id)
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState level={2} title={t('caseNotFound')} isCard>
        {t('caseNotFoundText')}
      </EmptyState>
    )
  if (query.data) {
    // The button that reloads is gone then.
    const reload = async () => {
      await query.refetch()
      focusHeading()
    }
    return <Case key={id} details={query.data} backLink={backLink} onReload={() => void reload()} />
  }
  if (query.error) return <LoadFailed title={t('caseFailed')} query={query} />
  return <SkeletonRows />
}

type CaseProps = { details: CaseDetails; backLink: BackLink; onReload: () => void }

function Case({ details, backLink, onReload }: CaseProps) {
  const t = useTranslations('moderation')
  const [action, setAction] = useState<ModerationAction | null>(null)
  const [drafts, setDrafts] = useState<Partial<Record<ModerationAction, DecisionDraft | undefined>>>({})
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div>
          <CaseNotices details={details} onReload={onReload} />
          <CaseSubject details={details} />
        </div>
        <CaseActions details={details} onChoose={setAction} />
        <CaseContext details={details} />
        <DecisionList title={t('decisions')} decisions={details.decisions} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {details.reportsCount > 0 && <CaseReports details={details} />}
        <DecisionList
          title={t('history')}
          decisions={details.history}
          empty={t('noHistory', { count: details.dismissedCount })}
          isLinked
        />
      </div>
      {action && (
        <DecideDialog
          details={details}
          action={action}
          draft={drafts[action]}
          backLink={backLink}
          onClose={(draft) => {
            setDrafts({ ...drafts, [action]: draft })
            setAction(null)
          }}
        />
      )}
    </div>
  )
}

/** The other moderators who have the case open, and whether it was decided since it was loaded. */
function CaseNotices({ details, onReload }: Pick<CaseProps, 'details' | 'onReload'>) {
  const t = useTranslations('moderation')
  const format = useFormatter()
  const view = useViewers(details.id)
  const isChanged = view !== undefined && view.state !== details.state
  return (
    <div aria-live="polite">
      {view && view.viewers.length > 0 && (
        <p className="mb-3 rounded-control bg-link-soft px-4 py-3 text-small font-semibold">
          {t('alsoOpen', {
            count: view.viewers.length,
            names: format.list(view.viewers.map(displayName)),
          })}
        </p>
      )}
      {isChanged && (
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-control bg-warning-soft px-4 py-3 text-small">
          <p className="font-semibold">{t('changed')}</p>
          <Button size="sm" variant="line" onClick={onReload}>
            {t('reload')}
          </Button>
        </div>
      )}
    </div>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { ModeratedDecision } from '#shared/operations/moderation.ts'
import { displayName } from '#shared/accounts/users.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AppealDialog } from './appeal-dialog.tsx'
import { SnapshotView } from './case-subject.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useAppeals } from './use-moderation-queue.ts'

type Answering = { decision: ModeratedDecision; outcome: 'upheld' | 'reversed' }

/** The appeals that wait for a moderator, the oldest first. */
export function AppealList() {
  const t = useTranslations('moderation')
  const query = useAppeals()
  const appeals = query.items
  const [answering, setAnswering] = useState<Answering | null>(null)
  const [drafts, setDrafts] = useState<Record<string, string | undefined>>({})
  const { listProps, rowProps } = useRowFocus(appeals)
  if (!appeals) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return (
    <div>
      {appeals.length === 0 ? (
        <EmptyState level={2} title={t('appealsEmpty')} isCard>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <ul {...listProps} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {appeals.map((decision) => (
            <li key={decision.id} {...rowProps(decision.id)} className="min-w-0">
              <Appeal decision={decision} onAnswer={(outcome) => setAnswering({ decision, outcome })} />
            </li>
          ))}
        </ul>
      )}
      <ListFooter query={query} failed={t('loadFailed')} />
      {answering && (
        <AppealDialog
          {...answering}
          draft={drafts[draftKey(answering)]}
          onClose={(draft) => {
            setDrafts({ ...drafts, [draftKey(answering)]: draft })
            setAnswering(null)
          }}
        />
      )}
    </div>
  )
}

const draftKey = ({ decision, outcome }: Answering) => `${decision.id} ${outcome}`

type AppealProps = { decision: ModeratedDecision; onAnswer: (outcome: Answering['outcome']) => void }

function Appeal({ decision, onAnswer }: AppealProps) {
  const t = useTranslations('moderation')
  const { user, kind, rule, note, appeal, snapshot, caseId, decidedBy } = decision
  const name = user ? displayName(user) : t('formerMember')
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <OutcomeBadge outcome={kind} />
        {appeal && <RelativeTime at={appeal.createdAt} className="num ms-auto text-meta text-ink-3" />}
      </div>
      <h2 className="min-w-0 font-text text-card font-bold tracking-normal [overflow-wrap:anywhere]">
        {t.rich('appealBy', { name, b: (chunks) => <bdi>{chunks}</bdi> })}
      </h2>
      <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {appeal?.words}
      </p>
      <SnapshotView snapshot={snapshot} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 text-small text-ink-2 [overflow-wrap:anywhere]">
        <p dir="auto">{rule}</p>
        {note && (
          <p dir="auto" className="whitespace-pre-wrap">
            {note}
          </p>
        )}
        {decidedBy && (
          <p className="text-meta text-ink-3">
            {t.rich('by', { name: displayName(decidedBy), bdi: isolated })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {caseId && (
          <Link
            href={`/moderation/reports/${caseId}`}
            className="inline-flex min-h-(--tap) items-center text-link underline"
          >
            {t('openCase')}
          </Link>
        )}
        {decision.canDecide ? (
          <div className="ms-auto flex flex-wrap gap-2.5 max-sm:w-full">
            <Button
              variant="line"
              className="max-sm:flex-1"
              aria-haspopup="dialog"
              onClick={() => onAnswer('upheld')}
            >
              {t('uphold')}
            </Button>
            <Button
              variant="line"
              className="max-sm:flex-1"
              aria-haspopup="dialog"
              onClick={() => onAnswer('reversed')}
            >
              {t('reverse')}
            </Button>
          </div>
        ) : (
          <p className="ms-auto text-small text-ink-2">{t('decidedByOther')}</p>
        )}
      </div>
    </Card>
  )
}

import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { ModeratedDecision } from '#shared/operations/moderation.ts'
import { displayName } from '#shared/accounts/users.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { useUndo } from './use-moderation-queue.ts'

type DecisionListProps = {
  title: string
  decisions: readonly ModeratedDecision[]
  /** Shown in place of an empty list; without it, nothing is shown. */
  empty?: string
  /** Links each to its case. */
  isLinked?: boolean
}

/** Decisions about a member, each of which can be taken back. */
export function DecisionList({ title, decisions, empty, isLinked = false }: DecisionListProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  if (decisions.length === 0 && empty === undefined) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1} className="mb-3 text-section">
        {title}
      </h2>
      {decisions.length === 0 ? (
        <p className="text-small text-ink-2">{empty}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {decisions.map((decision) => (
            <li key={decision.id} className="min-w-0">
              <Decision decision={decision} isLinked={isLinked} onUndone={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type DecisionProps = {
  decision: ModeratedDecision
  isLinked: boolean
  /** Its button is about to disappear. */
  onUndone: () => void
}

function Decision({ decision, isLinked, onUndone }: DecisionProps) {
  const t = useTranslations('moderation')
  const { kind, rule, note, decidedBy, createdAt, undoneAt, undoneBy, deletedAt, appeal, caseId } = decision
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4 text-small">
      <div className="flex flex-wrap items-center gap-2">
        <OutcomeBadge outcome={kind} />
        {undoneAt && <Badge variant="ok">{t('undone')}</Badge>}
        {deletedAt && <Badge>{t('deletedForGood')}</Badge>}
        {appeal && !appeal.outcome && <Badge variant="info">{t('appealed')}</Badge>}
        <RelativeTime at={createdAt} className="num ms-auto text-meta text-ink-3" />
      </div>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {rule}
      </p>
      {note && (
        <p dir="auto" className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
      <p className="text-meta text-ink-3">
        {decidedBy && t.rich('by', { name: displayName(decidedBy), bdi: isolated })}{' '}
        {undoneBy && t.rich('undoneBy', { name: displayName(undoneBy), bdi: isolated })}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {isLinked && caseId && (
          <Link
            href={`/moderation/reports/${caseId}`}
            className="inline-flex min-h-(--tap) items-center text-link underline"
          >
            {t('openCase')}
          </Link>
        )}
        {decision.canDecide && kind !== 'warning' && !undoneAt && (
          <UndoButton decision={decision} onUndone={onUndone} />
        )}
      </div>
    </Card>
  )
}

function UndoButton({ decision: { id, kind }, onUndone }: Pick<DecisionProps, 'decision' | 'onUndone'>) {
  const t = useTranslations('moderation')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { mutate, isPending } = useUndo({
    onDone: () => {
      toast({ title: t('undone') })
      onUndone()
    },
    onFailed: (error) => showFailure(error, { title: t('undoFailed'), description: errorText(error) }),
  })
  return (
    <Button size="sm" variant="line" pending={isPending} onClick={() => mutate(id)}>
      {kind === 'removal' ? t('restore') : t('endTimeout')}
    </Button>
  )
}

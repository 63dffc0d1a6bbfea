import { Eye } from '#web/ui/icons/eye.tsx'
import { Flag } from '#web/ui/icons/flag.tsx'
import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { ModerationCase } from '#shared/operations/moderation.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { HeldBadge } from './held-badge.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'

/** One row of the queue: what was reported, how often, and why; a link to the case. */
export function CaseRow({ moderationCase }: { moderationCase: ModerationCase }) {
  const t = useTranslations('moderation')
  const format = useFormatter()
  const { id, subjectType, owner, snapshot, reasons, viewers, lastReportedAt, heldWord } = moderationCase
  const name = owner ? displayName(owner) : t('formerMember')
  const text = snapshot.title ?? snapshot.text
  const textId = useId()
  return (
    <Card className="relative grid grid-cols-[minmax(0,1fr)] gap-2 p-4 hover:bg-raised md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        {heldWord === null ? (
          <Badge variant="bad">
            <Flag aria-hidden />
            {t('reportsCount', { count: moderationCase.reportsCount })}
          </Badge>
        ) : (
          <HeldBadge />
        )}
        <OutcomeBadge outcome={moderationCase.outcome} isHeld={heldWord !== null} />
        {viewers.length > 0 && (
          <Badge variant="info" className="max-w-full">
            <Eye aria-hidden />
            <span className="truncate">
              {t('openedBy', { names: format.list(viewers.map(displayName)) })}
            </span>
          </Badge>
        )}
        <RelativeTime at={lastReportedAt} className="ms-auto text-meta text-ink-3" />
      </div>
      <h2 className="min-w-0 font-text text-card font-bold tracking-normal [overflow-wrap:anywhere]">
        <Link
          href={`/moderation/reports/${id}`}
          aria-describedby={text ? textId : undefined}
          className="outline-none before:absolute before:inset-0 before:rounded-card before:content-[''] focus-visible:before:outline-3 focus-visible:before:outline-focus"
        >
          {t.rich('subjectBy', { subject: subjectType, name, b: (chunks) => <bdi>{chunks}</bdi> })}
        </Link>
      </h2>
      {text && (
        <p id={textId} dir="auto" className="line-clamp-2 text-ui [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      <p className="text-small text-ink-2 [overflow-wrap:anywhere]">
        {heldWord === null
          ? reasons
              .slice(0, 2)
              .map(({ rule }) => rule ?? t('otherReason'))
              .join(' · ')
          : t('heldWord', { word: heldWord })}
      </p>
    </Card>
  )
}

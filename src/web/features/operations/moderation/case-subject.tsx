import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { CaseDetails } from '#shared/operations/moderation.ts'
import type { Snapshot } from '#shared/operations/reports.ts'
import { hasRole } from '#shared/roles.ts'
import { displayName, secondaryHandle } from '#shared/accounts/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { RoleBadge } from '#web/features/accounts/shared/badges/role-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { HeldBadge } from './held-badge.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'

/** What was reported, as it was at the first report, and whose it is. */
export function CaseSubject({ details }: { details: CaseDetails }) {
  const t = useTranslations('moderation')
  // Its page is for its author until then.
  const isWaitingPost =
    details.heldWord !== null && details.subjectType === 'post' && details.state !== 'closed'
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{t.rich('subject', { subject: details.subjectType, b: (chunks) => chunks })}</Badge>
        {details.heldWord !== null && <HeldBadge />}
        <OutcomeBadge outcome={details.outcome} isHeld={details.heldWord !== null} />
        {details.state === 'handed_over' && <Badge variant="info">{t('handedOver')}</Badge>}
        {!details.exists && <Badge variant="warn">{t('deleted')}</Badge>}
      </div>
      <Owner details={details} />
      <SnapshotView snapshot={isWaitingPost ? { ...details.snapshot, page: null } : details.snapshot} />
      {details.heldWord !== null && (
        <p className="text-small text-ink-2 [overflow-wrap:anywhere]">
          {t('heldWord', { word: details.heldWord })}
        </p>
      )}
    </Card>
  )
}

function Owner({ details: { owner } }: { details: CaseDetails }) {
  const t = useTranslations('moderation')
  const isAdmin = hasRole(useCurrentUser(), 'admin')
  if (!owner) return <p className="text-ink-2">{t('formerMember')}</p>
  const name = displayName(owner)
  const handle = secondaryHandle(owner)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar seed={owner.id} name={name} src={owner.profileImageUrl} size={40} decorative />
      <div className="min-w-0">
        <Link
          href={`/profile/${owner.id}`}
          className="-my-2.5 inline-flex min-h-(--tap) items-center font-bold [overflow-wrap:anywhere] underline"
        >
          <bdi>{name}</bdi>
        </Link>{' '}
        {handle && (
          <span dir="ltr" className="text-small text-ink-3">
            {handle}
          </span>
        )}{' '}
        {owner.role !== 'user' && <RoleBadge role={owner.role} />}
        {!owner.isActive && <Badge variant="bad">{t('deactivated')}</Badge>}
        {isAdmin && (
          <Link
            href={`/admin/users/${owner.id}`}
            className="flex min-h-(--tap) items-center text-small text-link underline"
          >
            {t('account')}
          </Link>
        )}
      </div>
    </div>
  )
}

/** The text, the picture and the moment of what was reported, and a link to its page. */
export function SnapshotView({ snapshot }: { snapshot: Snapshot }) {
  const t = useTranslations('moderation')
  const format = useFormatter()
  const { title, text, mediaUrl, mediaType, createdAt, atSeconds, page } = snapshot
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-s-[3px] border-line-strong ps-3.5">
      {title && (
        <p dir="auto" className="font-bold [overflow-wrap:anywhere]">
          {title}
        </p>
      )}
      {text && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      {mediaUrl && mediaType === 'image' && (
        <img
          src={mediaUrl}
          alt={t('reportedPicture')}
          loading="lazy"
          className="max-h-80 w-auto max-w-full rounded-control object-contain"
        />
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-3">
        {createdAt && <span>{format.dateTime(new Date(createdAt), 'timestamp')}</span>}
        {atSeconds !== null && (
          <span className="num">{t('atTime', { time: formatDuration(atSeconds) })}</span>
        )}
        {mediaUrl && mediaType !== 'image' && (
          <a href={mediaUrl} target="_blank" rel="noreferrer" className={PAGE_LINK_CLASS}>
            {t('openFile')}
          </a>
        )}
        {page && (
          <Link href={pageUrl(page, atSeconds)} className={PAGE_LINK_CLASS}>
            {t('openPage')}
          </Link>
        )}
      </p>
    </div>
  )
}

/** 44 px high within a line of small text. */
const PAGE_LINK_CLASS = '-my-3 inline-flex min-h-(--tap) items-center text-link underline'

function pageUrl({ type, id }: NonNullable<Snapshot['page']>, atSeconds: number | null): string {
  if (type === 'user') return `/profile/${id}`
  return type === 'video' && atSeconds !== null ? `/video/${id}?t=${atSeconds}` : `/${type}/${id}`
}

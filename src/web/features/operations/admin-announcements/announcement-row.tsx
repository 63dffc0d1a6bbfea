import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Announcement } from '#shared/operations/announcements.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { Card } from '#web/ui/card.tsx'

/** An announcement, with how many members it has reached. */
export function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const t = useTranslations('adminAnnouncements')
  const { title, text, link, createdBy, createdAt } = announcement
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-4 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3
          dir="auto"
          className="min-w-0 font-text text-card font-bold tracking-normal [overflow-wrap:anywhere]"
        >
          {title}
        </h3>
        <RelativeTime at={createdAt} className="flex-none text-meta text-ink-3" />
      </div>
      <p dir="auto" className="max-w-[72ch] whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
      {link !== null && (
        <p className="text-small">
          <Link
            href={link}
            dir="ltr"
            className="tap-area font-semibold text-link underline [overflow-wrap:anywhere]"
          >
            {link}
          </Link>
        </p>
      )}
      <p className="text-meta text-ink-3 [overflow-wrap:anywhere]">
        {createdBy
          ? t.rich('by', { name: displayName(createdBy), bdi: (name) => <bdi>{name}</bdi> })
          : t('byFormerAdmin')}
      </p>
      <Progress announcement={announcement} />
    </Card>
  )
}

function Progress({
  announcement: { title, sentCount, recipientsCount, finishedAt },
}: {
  announcement: Announcement
}) {
  const t = useTranslations('adminAnnouncements')
  if (finishedAt !== null)
    return (
      <p className="flex items-center gap-1.5 text-small text-success">
        <CircleCheck aria-hidden className="size-4 flex-none stroke-[1.9]" />
        {t('finished', { count: sentCount })}
      </p>
    )
  return (
    <div className="grid gap-1.5">
      <progress
        aria-label={t('progressLabel', { title })}
        value={sentCount}
        max={Math.max(1, recipientsCount)}
        className="h-2 w-full max-w-80 accent-link"
      />
      <p className="num text-small text-ink-2">
        {t('progress', { count: sentCount, total: recipientsCount })}
      </p>
    </div>
  )
}

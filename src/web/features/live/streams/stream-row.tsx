import { Lock } from '#web/ui/icons/lock.tsx'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { isUpcoming, type Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'

type StreamRowProps = {
  stream: Stream
  /** Shows the streamer's name, for lists of several streamers. */
  hasName?: boolean
}

/** The layout of a row, also of its placeholder. */
export const ROW_CLASS =
  'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3.5 px-(--gutter) py-4 md:gap-5 md:px-5'

/** A stream with title, category, time and viewer count. The whole row is one link. */
export function StreamRow({ stream, hasName = false }: StreamRowProps) {
  const t = useTranslations('streams')
  const [now] = useState(() => Date.now())
  const isUpcomingNow = isUpcoming(stream, now)
  return (
    <li>
      <Link
        href={`/stream/${stream.id}`}
        className={`group hover:bg-bg focus-visible:-outline-offset-3 ${ROW_CLASS}`}
      >
        <StreamThumbnail stream={stream} className="aspect-video w-32 md:w-48">
          {stream.isLive && <LiveBadge live className="absolute start-2 top-2" />}
        </StreamThumbnail>
        <div className="min-w-0">
          <h3 className="line-clamp-2 underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline">
            <bdi>{stream.title}</bdi>
          </h3>
          {hasName && (
            <p className="mt-1 truncate text-small text-ink-2">
              <bdi>{displayName(stream.streamer)}</bdi>
            </p>
          )}
          <p className={`text-small text-ink-2 ${hasName ? '' : 'mt-1'}`}>{stream.category}</p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-3">
            <StreamTime stream={stream} isUpcomingNow={isUpcomingNow} />
            {isUpcomingNow ? (
              <RemindersCount count={stream.remindersCount} />
            ) : (
              <ViewersCount stream={stream} />
            )}
          </p>
          {!stream.settings.isPublic && (
            <Badge className="mt-2">
              <Lock aria-hidden />
              {t('private')}
            </Badge>
          )}
        </div>
      </Link>
    </li>
  )
}

function StreamTime({ stream, isUpcomingNow }: { stream: Stream; isUpcomingNow: boolean }) {
  const { isLive, startedAt, scheduledFor } = stream
  const t = useTranslations('streams')
  const format = useFormatter()
  const at = isUpcomingNow ? scheduledFor : startedAt
  if (at === null) return <span>{t('notStarted')}</span>
  const when = format.dateTime(new Date(at), 'timestamp')
  return (
    <time dateTime={at} className="num">
      {isUpcomingNow ? t('startsAt', { when }) : isLive ? t('liveSince', { when }) : when}
    </time>
  )
}

function RemindersCount({ count }: { count: number }) {
  const t = useTranslations('streams')
  return count > 0 && <span className="num">{t('remindersCount', { count })}</span>
}

function ViewersCount({ stream: { isLive, startedAt, viewerCount, peakViewers } }: { stream: Stream }) {
  const t = useTranslations('streams')
  if (startedAt === null) return null
  return (
    <span className="num">
      {isLive ? t('watchingNow', { count: viewerCount }) : t('peak', { count: peakViewers })}
    </span>
  )
}

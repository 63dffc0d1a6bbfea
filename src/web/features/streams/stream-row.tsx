import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { isUpcoming, type Stream } from '#shared/streams.ts'
import { displayName } from '#shared/users.ts'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'

type StreamRowProps = {
  stream: Stream
  /** Says whose it is, where not all are one member's. */
  isNamed?: boolean
}

/** One stream: when it was, what it was about, how many watched. The whole row is one link. */
export function StreamRow({ stream, isNamed = false }: StreamRowProps) {
  const t = useTranslations('streams')
  const [seenAt] = useState(() => Date.now())
  const isAhead = isUpcoming(stream, seenAt)
  return (
    <li>
      <Link
        href={`/stream/${stream.id}`}
        className="group grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3.5 px-(--gutter) py-4 hover:bg-bg focus-visible:-outline-offset-3 md:gap-5 md:px-5"
      >
        <StreamThumbnail stream={stream} className="aspect-video w-32 md:w-48">
          {stream.isLive && <LiveBadge live className="absolute start-2 top-2" />}
        </StreamThumbnail>
        <div className="min-w-0">
          <h3 className="line-clamp-2 underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline">
            <bdi>{stream.title}</bdi>
          </h3>
          {isNamed && (
            <p className="mt-1 truncate text-small text-ink-2">
              <bdi>{displayName(stream.streamer)}</bdi>
            </p>
          )}
          <p className={`text-small text-ink-2 ${isNamed ? '' : 'mt-1'}`}>{stream.category}</p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-3">
            <When stream={stream} isAhead={isAhead} />
            {isAhead ? <Askers count={stream.remindersCount} /> : <Watched stream={stream} />}
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

function When({ stream, isAhead }: { stream: Stream; isAhead: boolean }) {
  const { isLive, startedAt, scheduledFor } = stream
  const t = useTranslations('streams')
  const format = useFormatter()
  const at = isAhead ? scheduledFor : startedAt
  if (at === null) return <span>{t('notStarted')}</span>
  const when = format.dateTime(new Date(at), 'timestamp')
  return (
    <time dateTime={at} className="num">
      {isAhead ? t('startsAt', { when }) : isLive ? t('liveSince', { when }) : when}
    </time>
  )
}

function Askers({ count }: { count: number }) {
  const t = useTranslations('streams')
  return count > 0 && <span className="num">{t('askers', { count })}</span>
}

function Watched({ stream: { isLive, startedAt, viewerCount, maxViewers } }: { stream: Stream }) {
  const t = useTranslations('streams')
  if (startedAt === null) return null
  return (
    <span className="num">
      {isLive ? t('watchingNow', { count: viewerCount }) : t('peak', { count: maxViewers })}
    </span>
  )
}

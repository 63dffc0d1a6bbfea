import { Eye } from '#web/ui/icons/eye.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'

/** A live stream: the whole card is one link. */
export function LiveCard({ stream }: { stream: Stream }) {
  const { streamer } = stream
  const name = displayName(streamer)
  return (
    <Link href={`/stream/${stream.id}`} className="group block rounded-control">
      <StreamThumbnail stream={stream} hasTitle className="h-[164px] md:h-44 xl:h-56">
        <LiveBadge live={stream.isLive} className="absolute start-2 top-2" />
        <Viewers count={stream.viewerCount} />
      </StreamThumbnail>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 pt-2.5">
        <Avatar
          seed={streamer.id}
          name={name}
          src={streamer.profileImageUrl}
          size={40}
          live={stream.isLive}
          decorative
        />
        <div className="min-w-0">
          <h3 className="line-clamp-2 text-ui underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline">
            <bdi>{stream.title}</bdi>
          </h3>
          <p className="mt-0.5 truncate text-small text-ink-2">
            <bdi>{name}</bdi>
          </p>
          <p className="truncate text-meta text-ink-3">{stream.category}</p>
        </div>
      </div>
    </Link>
  )
}

function Viewers({ count }: { count: number }) {
  const t = useTranslations('streams')
  const format = useFormatter()
  return (
    <Badge variant="video" className="absolute start-2 bottom-2">
      <Eye aria-hidden />
      <span aria-hidden>{format.number(count, 'count')}</span>
      <span className="sr-only">{t('viewers', { count })}</span>
    </Badge>
  )
}

import { Eye } from '#web/ui/icons/eye.tsx'
import { type ComponentType, Suspense } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'
import { useCardPreview } from './use-card-preview.ts'

/** Shows the muted video of a stream on its card, once it plays. */
export type CardPreviewComponent = ComponentType<{ streamId: string }>

type LiveCardProps = {
  stream: Stream
  /** `wide` alone in its row: the text stands beside the picture where there is room. */
  layout: 'card' | 'wide'
  Preview: CardPreviewComponent
}

/** A live stream: the whole card is one link. */
export function LiveCard({ stream, layout, Preview }: LiveCardProps) {
  const { streamer } = stream
  const name = displayName(streamer)
  const { isShown, handlers } = useCardPreview()
  const isWide = layout === 'wide'
  return (
    <Link
      href={`/stream/${stream.id}`}
      className={`group block rounded-control [-webkit-touch-callout:none] ${isWide ? WIDE : ''}`}
      {...handlers}
    >
      <StreamThumbnail
        stream={stream}
        className={isWide ? 'aspect-video' : 'aspect-video md:aspect-auto md:h-44 xl:h-56'}
        overlay={
          isShown && (
            <Suspense fallback={null}>
              <Preview streamId={stream.id} />
            </Suspense>
          )
        }
      >
        <LiveBadge live={stream.isLive} className="absolute start-2 top-2" />
        <Viewers stream={stream} />
      </StreamThumbnail>
      <div
        className={`grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 pt-2.5 ${isWide ? 'md:gap-4 md:pt-1' : ''}`}
      >
        <Avatar
          seed={streamer.id}
          name={name}
          src={streamer.profileImageUrl}
          size={40}
          live={stream.isLive}
          decorative
        />
        <div className="min-w-0">
          <h3
            className={`line-clamp-2 underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline ${isWide ? 'text-ui md:text-section' : 'text-ui'}`}
          >
            <bdi>{stream.title}</bdi>
          </h3>
          <p className="mt-0.5 truncate text-small text-ink-2">
            <bdi>{name}</bdi>
          </p>
          <p className="truncate text-meta text-ink-3">{stream.category}</p>
          {isWide && stream.description && (
            <p dir="auto" className="mt-3 line-clamp-4 text-small text-ink-2 max-md:hidden">
              {stream.description}
            </p>
          )}
        </div>
      </div>
    </Link>
  )
}

const WIDE = 'md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] md:gap-5'

/** A stream that nobody watches yet has just started, for so long, in ms. */
const JUST_STARTED_MS = 15 * 60_000
const MINUTE_MS = 60_000

function Viewers({ stream: { viewerCount: count, startedAt } }: { stream: Stream }) {
  const t = useTranslations('streams')
  const format = useFormatter()
  const now = useNow(MINUTE_MS).getTime()
  const hasJustStarted = startedAt !== null && now - Date.parse(startedAt) < JUST_STARTED_MS
  if (count === 0 && !hasJustStarted) return null
  return (
    <Badge variant="video" className="absolute start-2 bottom-2">
      {count === 0 ? (
        t('justStarted')
      ) : (
        <>
          <Eye aria-hidden />
          <span aria-hidden>{format.number(count, 'count')}</span>
          <span className="sr-only">{t('viewers', { count })}</span>
        </>
      )}
    </Badge>
  )
}

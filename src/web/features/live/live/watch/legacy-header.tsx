import type { ReactNode } from 'react'
import { NameHeading } from '#web/ui/pages/page-heading.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { Badge, LiveBadge, RecordingBadge } from '#web/ui/badge.tsx'

type LegacyHeaderProps = {
  stream: Stream
  isLive: boolean
  viewerCount: number
  /** The stream has ended and is not announced again: nobody waits for it. */
  isOver: boolean
  /** Buttons for the streamer, such as Follow; on phones below the title. */
  action?: ReactNode
}

/** The header above the video of the legacy viewer page: title, streamer, live state and short viewer count. */
export function LegacyHeader({ stream, isLive, viewerCount, isOver, action }: LegacyHeaderProps) {
  const t = useTranslations('legacyViewer')
  const format = useFormatter()
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 px-(--gutter) py-3.5 md:px-5">
      <div className="min-w-0">
        <NameHeading name={stream.title} />
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-small text-ink-2">
          <LiveBadge live={isLive} />
          {isLive && stream.isRecording && <RecordingBadge />}
          {!isOver && (
            <Badge className="num">
              {t(isLive ? 'watching' : 'waiting', { count: format.number(viewerCount, 'compact') })}
            </Badge>
          )}
          <Link
            href={`/profile/${stream.streamer.id}`}
            className="tap-area min-w-0 font-semibold text-link [overflow-wrap:anywhere]"
          >
            <bdi>{displayName(stream.streamer)}</bdi>
          </Link>
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5 empty:hidden max-md:col-span-full max-md:*:flex-1">{action}</div>
    </header>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'
import { isUpcoming, type Stream } from '#shared/streams.ts'
import { displayName } from '#shared/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ChatPanel } from '#web/features/chat/chat-panel.tsx'
import { Player } from '#web/features/live/watch/player.tsx'
import { StreamAbout, StreamInfo } from '#web/features/live/watch/stream-info.tsx'
import { useWatch } from '#web/features/live/watch/use-watch.ts'
import { TapToPlay } from '#web/features/live/watch/tap-to-play.tsx'
import { WithStream } from '#web/features/live/stream/with-stream.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { SchedulePanel } from '#web/features/schedule/schedule-panel.tsx'
import { StreamMenuButton } from '#web/features/stream-delete/stream-menu-button.tsx'
import { EditStreamButton } from '#web/features/stream-form/edit-stream-button.tsx'
import { LikeButton } from '#web/features/stream-like/like-button.tsx'
import { ShareStream } from '#web/features/streams/share-stream.tsx'
import { useCachedUser } from '#web/features/users/use-user.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { useWatchedEntities } from '#web/realtime/use-watched-entities.ts'
import { Button } from '#web/ui/button.tsx'

/** `/stream/:streamId`: player and chat. Public streams are open to everyone. */
export function StreamPage({ streamId }: { streamId: string }) {
  return <WithStream streamId={streamId}>{(stream) => <Watch key={stream.id} stream={stream} />}</WithStream>
}

function Watch({ stream }: { stream: Stream }) {
  usePageTitle(stream.title)
  const [shouldPlay, setShouldPlay] = useState(() => !prefersReducedData())
  const { status, player } = useWatch(stream, { isEnabled: shouldPlay })
  return (
    <StreamLayout
      stream={stream}
      {...status}
      player={
        shouldPlay || !status.isLive ? (
          <Player {...player} offlineAction={stream.viewer.isOwner && <OwnerLinks stream={stream} />} />
        ) : (
          <TapToPlay onPlay={() => setShouldPlay(true)} />
        )
      }
    />
  )
}

/** The owner's links under 'Stream Offline': to the studio and to the recordings. */
function OwnerLinks({ stream }: { stream: Stream }) {
  const t = useTranslations('stream')
  return (
    <>
      <Button asChild variant="action">
        <Link href={`/stream/${stream.id}/broadcast`}>{t('openStudio')}</Link>
      </Button>
      {stream.startedAt && stream.settings.recordStream && (
        <p className="rounded-control bg-thread-night px-3 py-1.5 text-small">
          {t.rich('recordingText', {
            videos: (chunks) => (
              <Link href="/creator/videos" className="tap-area font-semibold underline">
                {chunks}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  )
}

type StreamLayoutProps = {
  stream: Stream
  isLive: boolean
  startedAt: string | null
  viewerCount: number
  player: ReactNode
}

function StreamLayout({ stream, isLive, startedAt, viewerCount, player }: StreamLayoutProps) {
  const t = useTranslations('stream')
  const user = useCurrentUser() ?? null
  const [, navigate] = useLocation()
  const streamer = useCachedUser(stream.streamer)
  useWatchedEntities({ userIds: [streamer.id] })
  const follow = <FollowButton userId={streamer.id} name={displayName(streamer)} showsToasts />
  return (
    // On phones the chat fills the rest of the viewport, so that its newest messages and its field are visible.
    <div className="mx-auto flex min-h-[calc(100dvh-70px)] max-w-[1536px] flex-col gap-x-6 gap-y-3.5 pb-8 md:gap-y-5 md:px-(--gutter) md:pt-5 md:pb-16 lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_368px] lg:items-start">
      {player}
      <ChatPanel
        className="order-1 min-h-72 flex-1 basis-72 lg:order-none lg:row-span-3 lg:min-h-0 lg:flex-none"
        streamId={stream.id}
        streamerId={stream.streamerId}
        allowChat={stream.settings.allowChat}
        user={user}
        viewerCount={viewerCount}
        empty={t('chatEmpty')}
        followAction={follow}
      />
      <StreamInfo
        stream={{ ...stream, streamer }}
        isLive={isLive}
        startedAt={startedAt}
        streamerActions={follow}
        streamActions={<Tools stream={stream} />}
        menu={<StreamMenuButton stream={stream} onDeleted={() => navigate('/profile', { replace: true })} />}
      >
        <ComingUp stream={stream} />
      </StreamInfo>
      <div className="order-2 lg:order-none">
        <StreamAbout description={stream.description} />
      </div>
    </div>
  )
}

function Tools({ stream }: { stream: Stream }) {
  return (
    <>
      <EditStreamButton stream={stream} />
      <LikeButton stream={stream} />
      <ShareStream stream={stream} />
    </>
  )
}

const MINUTE_MS = 60_000

/** Shown while a stream is announced and has not started. */
function ComingUp({ stream }: { stream: Stream }) {
  const { scheduledFor } = stream
  const now = useNow(MINUTE_MS)
  if (!scheduledFor || !isUpcoming(stream, now.getTime())) return null
  return <SchedulePanel stream={{ ...stream, scheduledFor }} />
}

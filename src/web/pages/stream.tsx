import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'
import { isUpcoming, type Stream } from '#shared/streams.ts'
import type { Video } from '#shared/videos.ts'
import { displayName } from '#shared/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ChatPanel } from '#web/features/chat/chat-panel.tsx'
import { ReplayedRow } from '#web/features/chat/list/replayed-row.tsx'
import { Player } from '#web/features/live/watch/player.tsx'
import { StreamAbout, StreamInfo } from '#web/features/live/watch/stream-info.tsx'
import { useWatch } from '#web/features/live/watch/use-watch.ts'
import { TapToPlay } from '#web/features/live/watch/tap-to-play.tsx'
import { WithStream } from '#web/features/live/stream/with-stream.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { useVideoSession } from '#web/features/player/use-video-session.ts'
import { VideoPlayer } from '#web/features/player/video-player.tsx'
import { SchedulePanel } from '#web/features/schedule/schedule-panel.tsx'
import { StreamMenuButton } from '#web/features/stream-delete/stream-menu-button.tsx'
import { EditStreamButton } from '#web/features/stream-form/edit-stream-button.tsx'
import { LikeButton } from '#web/features/stream-like/like-button.tsx'
import { ShareStream } from '#web/features/streams/share-stream.tsx'
import { ReplayPanel } from '#web/features/videos/replay-panel.tsx'
import { useStreamRecording } from '#web/features/videos/use-stream-recording.ts'
import { useCachedUser } from '#web/features/users/use-user.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useEndOfRecording } from '#web/lib/playback/use-end-of-recording.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { useWatchedEntities } from '#web/realtime/use-watched-entities.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** `/stream/:streamId`: player and chat. Public streams are open to everyone. */
export function StreamPage({ streamId }: { streamId: string }) {
  return <WithStream streamId={streamId}>{(stream) => <Watch key={stream.id} stream={stream} />}</WithStream>
}

function Watch({ stream }: { stream: Stream }) {
  usePageTitle(stream.title)
  const [shouldPlay, setShouldPlay] = useState(() => !prefersReducedData())
  const { status, player } = useWatch(stream, { isEnabled: shouldPlay })
  const recording = useStreamRecording(stream, status.isLive)
  useEndOfRecording(`/stream/${stream.id}`, status.isLive)
  if (recording && !player.isBanned)
    return <Recorded key={recording.id} stream={stream} status={status} recording={recording} />
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

type Status = Pick<StreamLayoutProps, 'isLive' | 'startedAt' | 'viewerCount'>
type RecordedProps = { stream: Stream; status: Status; recording: Video }

/** An ended stream: its recording, and the chat in time with it. */
function Recorded({ stream, status, recording }: RecordedProps) {
  const t = useTranslations('stream')
  const session = useVideoSession(recording, null, `/stream/${stream.id}`)
  const [element] = useState({ current: session.element })
  return (
    <StreamLayout
      stream={stream}
      {...status}
      player={<VideoPlayer session={session} />}
      chat={
        <div className="order-1 min-w-0 lg:order-none lg:row-span-3">
          <ReplayPanel
            video={recording}
            player={element}
            renderRow={(replayed) => (
              <ReplayedRow key={replayed.message.id} replayed={replayed} streamerId={stream.streamerId} />
            )}
          />
        </div>
      }
      notice={
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ink-2">
          <Badge>{t('isRecording')}</Badge>
          <Link href={`/video/${recording.id}`} className="tap-area font-semibold text-link">
            {t('openRecording')}
          </Link>
          {stream.viewer.isOwner && (
            <Link href={`/stream/${stream.id}/broadcast`} className="tap-area font-semibold text-link">
              {t('openStudio')}
            </Link>
          )}
        </p>
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
  /** Replaces the live chat. */
  chat?: ReactNode
  /** Shown under the title. */
  notice?: ReactNode
}

function StreamLayout({ stream, isLive, startedAt, viewerCount, player, chat, notice }: StreamLayoutProps) {
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
      {chat ?? (
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
      )}
      <StreamInfo
        stream={{ ...stream, streamer }}
        isLive={isLive}
        startedAt={startedAt}
        streamerActions={follow}
        streamActions={<Tools stream={stream} />}
        menu={<StreamMenuButton stream={stream} onDeleted={() => navigate('/profile', { replace: true })} />}
      >
        {notice}
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

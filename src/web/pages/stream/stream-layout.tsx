import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { isUpcoming, type Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { StreamAbout, StreamInfo } from '#web/features/live/live/watch/stream-info.tsx'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { SchedulePanel } from '#web/features/live/schedule/schedule-panel.tsx'
import { StreamMenuButton } from '#web/features/live/stream-delete/stream-menu-button.tsx'
import { EditStreamButton } from '#web/features/live/stream-form/edit-stream-button.tsx'
import { StreamLikeButton } from '#web/features/live/stream-like/stream-like-button.tsx'
import { SafetyMenuButton } from '#web/features/accounts/shared/safety/safety-menu-button.tsx'
import { ShareStream } from '#web/features/live/streams/share-stream.tsx'
import { useCachedUser } from '#web/features/accounts/users/use-user.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { LiveChat } from './live-chat.tsx'

export type StreamLayoutProps = {
  stream: Stream
  isLive: boolean
  startedAt: string | null
  viewerCount: number
  player: ReactNode
  tipButton: ReactNode
  /** Replaces the live chat. */
  chat?: ReactNode
  /** Shown under the title. */
  notice?: ReactNode
  /** Of a recording: its views and its buttons, which replace those of the stream, and its comments. */
  facts?: ReactNode
  tools?: ReactNode
  comments?: ReactNode
}

/** The page of a stream around its player. */
export function StreamLayout({
  stream,
  isLive,
  startedAt,
  viewerCount,
  player,
  tipButton,
  chat,
  notice,
  facts,
  tools,
  comments,
}: StreamLayoutProps) {
  const [, navigate] = useLocation()
  const streamer = useCachedUser(stream.streamer)
  useWatchedEntities({ userIds: [streamer.id] })
  const follow = <FollowButton userId={streamer.id} name={displayName(streamer)} showsToasts />
  return (
    // On phones the chat fills the rest of the viewport, so that its newest messages and its field are visible.
    <div className="mx-auto flex min-h-[calc(100dvh-70px)] max-w-[1536px] flex-col gap-x-6 gap-y-3.5 pb-8 md:gap-y-5 md:px-(--gutter) md:pt-5 md:pb-16 lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_368px] lg:items-start">
      {player}
      {chat ?? (
        <LiveChat
          className="order-1 flex-1 basis-72 lg:order-none lg:row-span-3 lg:min-h-0 lg:flex-none"
          stream={stream}
          viewerCount={viewerCount}
          followAction={follow}
        />
      )}
      <StreamInfo
        stream={{ ...stream, streamer }}
        isLive={isLive}
        startedAt={startedAt}
        streamerActions={
          <>
            {follow}
            {tipButton}
          </>
        }
        facts={facts}
        streamActions={
          <>
            <EditStreamButton stream={stream} />
            {tools ?? <Tools stream={stream} />}
          </>
        }
        menu={<StreamMenuButton stream={stream} onDeleted={() => navigate('/profile', { replace: true })} />}
      >
        {notice}
        <ComingUp stream={stream} />
      </StreamInfo>
      <div className="order-2 grid gap-6 lg:order-none">
        <StreamAbout description={stream.description} />
        {comments}
      </div>
    </div>
  )
}

function Tools({ stream }: { stream: Stream }) {
  return (
    <>
      <StreamLikeButton stream={stream} />
      <ShareStream stream={stream} />
      <SafetyMenuButton
        ownerId={stream.streamerId}
        variant="line"
        getReported={() => ({
          subjectType: 'stream',
          subjectId: stream.id,
          name: displayName(stream.streamer),
        })}
      />
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

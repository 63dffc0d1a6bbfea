import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { SafetyActions } from '#web/features/accounts/shared/safety/safety-actions.tsx'
import { SafetyMenuButton } from '#web/features/accounts/shared/safety/safety-menu-button.tsx'
import { StreamLikeButton } from '#web/features/live/stream-like/stream-like-button.tsx'
import { ShareStream } from '#web/features/live/streams/share-stream.tsx'

/** The buttons of a stream: like, share, and the menu with which it is reported. */
export function StreamTools({ stream }: { stream: Stream }) {
  return (
    <>
      <StreamLikeButton stream={stream} />
      <ShareStream stream={stream} />
      <SafetyMenuButton
        ownerId={stream.streamerId}
        variant="line"
        getReported={() => reportedStream(stream)}
      />
    </>
  )
}

/** On a phone's player. */
export function StreamIcons({ stream }: { stream: Stream }) {
  return (
    <>
      <StreamLikeButton stream={stream} isOnVideo />
      <ShareStream stream={stream} isOnVideo />
    </>
  )
}

/** The menu of `StreamTools`, in a phone's sheet. */
export function StreamSafety({ stream }: { stream: Stream }) {
  const { streamer } = stream
  return (
    <SafetyActions
      owner={{ id: streamer.id, name: displayName(streamer) }}
      getReported={() => reportedStream(stream)}
    />
  )
}

const reportedStream = ({ id, streamer }: Stream) => ({
  subjectType: 'stream' as const,
  subjectId: id,
  name: displayName(streamer),
})

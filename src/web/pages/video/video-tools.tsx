import { displayName } from '#shared/accounts/users.ts'
import type { Video } from '#shared/videos/videos.ts'
import type { VideoSession } from '#web/features/videos/player/session/video-session.ts'
import { ShareVideo } from '#web/features/videos/player/share-video.tsx'
import { VideoLikeButton } from '#web/features/videos/video-engagement/video-like-button.tsx'
import { SafetyActions } from '#web/features/accounts/shared/safety/safety-actions.tsx'
import { SafetyMenuButton } from '#web/features/accounts/shared/safety/safety-menu-button.tsx'

type VideoToolsProps = { video: Video; session: VideoSession }

/** The buttons of a video: like, share, and the menu with which it is reported at the second that is shown. */
export function VideoTools({ video, session }: VideoToolsProps) {
  return (
    <>
      <VideoLikeButton video={video} />
      <ShareVideo session={session} />
      <SafetyMenuButton
        ownerId={video.creatorId}
        variant="line"
        getReported={() => reportedVideo({ video, session })}
      />
    </>
  )
}

/** On a phone's player. */
export function VideoIcons({ video, session }: VideoToolsProps) {
  return (
    <>
      <VideoLikeButton video={video} isOnVideo />
      <ShareVideo session={session} isOnVideo />
    </>
  )
}

/** The menu of `VideoTools`, in a phone's sheet. */
export function VideoSafety({ video, session }: VideoToolsProps) {
  return (
    <SafetyActions
      owner={{ id: video.creatorId, name: displayName(video.creator) }}
      getReported={() => reportedVideo({ video, session })}
    />
  )
}

const reportedVideo = ({ video, session }: VideoToolsProps) => ({
  subjectType: 'video' as const,
  subjectId: video.id,
  name: displayName(video.creator),
  atSeconds: Math.floor(session.element.currentTime),
})

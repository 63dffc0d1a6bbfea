import { displayName } from '#shared/accounts/users.ts'
import type { Video } from '#shared/videos/videos.ts'
import type { VideoSession } from '#web/features/videos/player/session/video-session.ts'
import { ShareVideo } from '#web/features/videos/player/share-video.tsx'
import { VideoLikeButton } from '#web/features/videos/video-engagement/video-like-button.tsx'
import { SafetyMenuButton } from '#web/features/accounts/shared/safety/safety-menu-button.tsx'

/** The buttons of a video: like, share, and the menu with which it is reported at the second that is shown. */
export function VideoTools({ video, session }: { video: Video; session: VideoSession }) {
  return (
    <>
      <VideoLikeButton video={video} />
      <ShareVideo session={session} />
      <SafetyMenuButton
        ownerId={video.creatorId}
        variant="line"
        getReported={() => ({
          subjectType: 'video',
          subjectId: video.id,
          name: displayName(video.creator),
          atSeconds: Math.floor(session.element.currentTime),
        })}
      />
    </>
  )
}

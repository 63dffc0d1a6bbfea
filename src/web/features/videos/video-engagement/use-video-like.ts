import { useTranslations } from 'use-intl/react'
import { type Video, likeVideo } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { countAfter, toggleOptimistically } from '#web/lib/optimistic-toggle.ts'
import { videoLikeIntents } from '#web/features/videos/shared/videos/video-like-intents.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { refetchVideo, showLike } from './video-records.ts'

export type LikedVideo = Pick<Video, 'id' | 'likesCount' | 'viewer'>

/** Shows the like or unlike at once; the server receives the last intent. */
export function useVideoLike({ id, likesCount, viewer: { isLiked } }: LikedVideo): () => void {
  const t = useTranslations('videoLike')
  const user = useCurrentUser()
  const showFailure = useFailureToast()
  useOwnLikes(id)
  return () => {
    if (!user)
      return void toast({ variant: 'destructive', title: t('loginRequired'), description: t('signedOut') })
    toggleOptimistically(videoLikeIntents, id, !isLiked, {
      previous: { liked: isLiked, likesCount },
      desired: { liked: !isLiked, likesCount: countAfter(!isLiked, likesCount) },
      show: (like) => showLike(id, like),
      send: (liked) => call(likeVideo, { params: { id }, body: { liked } }),
      onFailed: (error) => {
        void refetchVideo(id)
        showFailure(error, { title: t('error'), description: t('failed') })
      },
    })
  }
}

/** Applies likes from the user's other pages, unless one of this page is being sent: that one is newer. */
function useOwnLikes(videoId: string): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type !== 'video_like_changed' || message.videoId !== videoId) return
      const { isLiked, likesCount } = message.data
      if (!videoLikeIntents.isRunning(videoId)) showLike(videoId, { liked: isLiked, likesCount })
    },
  })
}

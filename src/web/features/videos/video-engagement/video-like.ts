import { useTranslations } from 'use-intl/react'
import { type Video, likeVideo } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
import { cachedEntity } from '#web/api/entities.ts'
import { videoLikeIntents } from '#web/features/videos/shared/videos/video-like-intents.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { type ToggleSubject, applyOwnChange, useToggle } from '#web/ui/toggles/use-toggle.ts'
import { refetchVideo, updateVideo } from './video-records.ts'

const videoLike: ToggleSubject = {
  intents: videoLikeIntents,
  read: (videoId) => {
    const video = cachedEntity<Video>('videos', videoId)
    return video && { isOn: video.viewer.isLiked, count: video.likesCount }
  },
  show: (videoId, { isOn, count }) =>
    updateVideo(videoId, ({ likesCount, viewer }) => ({
      likesCount: count ?? likesCount,
      viewer: { ...viewer, isLiked: isOn },
    })),
  send: async (videoId, isOn) => {
    const { liked, likesCount } = await call(likeVideo, { params: { id: videoId }, body: { liked: isOn } })
    return { isOn: liked, count: likesCount }
  },
  reload: refetchVideo,
}

export function useToggleVideoLike(videoId: string): () => void {
  const t = useTranslations('videoLike')
  useOwnLikes(videoId)
  return useToggle(videoLike, videoId, {
    signedOut: { title: t('loginRequired'), description: t('signedOut') },
    failed: { title: t('error'), description: t('failed') },
  })
}

/** Applies likes from the user's other pages. */
function useOwnLikes(videoId: string): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type !== 'video_like_changed' || message.videoId !== videoId) return
      const { isLiked, likesCount } = message.data
      applyOwnChange(videoLike, videoId, { isOn: isLiked, count: likesCount })
    },
  })
}

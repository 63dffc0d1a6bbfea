import { useTranslations } from 'use-intl/react'
import type { Video } from '#shared/videos/videos.ts'
import { LikeButton } from '#web/features/live/shared/likes/like-button.tsx'
import { useToggleVideoLike } from './video-like.ts'

type VideoLikeButtonProps = {
  video: Pick<Video, 'id' | 'likesCount' | 'viewer'>
  isOnVideo?: boolean | undefined
}

/** Likes a video; `video` is the one of the query cache. */
export function VideoLikeButton({ video, isOnVideo }: VideoLikeButtonProps) {
  const t = useTranslations('videoLike')
  const toggle = useToggleVideoLike(video.id)
  const { likesCount, viewer } = video
  return (
    <LikeButton
      name={t('like')}
      isLiked={viewer.isLiked}
      likesCount={likesCount}
      onToggle={toggle}
      isOnVideo={isOnVideo}
    />
  )
}

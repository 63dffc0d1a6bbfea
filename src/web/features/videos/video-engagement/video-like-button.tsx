import { useTranslations } from 'use-intl/react'
import { LikeButton } from '#web/features/live/shared/likes/like-button.tsx'
import { type LikedVideo, useVideoLike } from './use-video-like.ts'

/** Likes a video; `video` is the one of the query cache. */
export function VideoLikeButton({ video }: { video: LikedVideo }) {
  const t = useTranslations('videoLike')
  const toggle = useVideoLike(video)
  const { likesCount, viewer } = video
  return <LikeButton name={t('like')} isLiked={viewer.isLiked} likesCount={likesCount} onToggle={toggle} />
}

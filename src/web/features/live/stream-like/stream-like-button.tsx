import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { LikeButton } from '#web/features/live/shared/likes/like-button.tsx'
import { useToggleStreamLike } from './stream-like.ts'

type StreamLikeButtonProps = {
  stream: Pick<Stream, 'id' | 'likesCount' | 'viewer'>
  isOnVideo?: boolean | undefined
}

/** Likes a stream; the number is updated live. */
export function StreamLikeButton({ stream, isOnVideo }: StreamLikeButtonProps) {
  const t = useTranslations('streamLike')
  const toggle = useToggleStreamLike(stream.id)
  const { likesCount, viewer } = stream
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

import { Heart } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { type LikedVideo, useVideoLike } from './use-video-like.ts'

/** A heart with the video's number of likes; `video` is the one of the query cache. */
export function VideoLikeButton({ video }: { video: LikedVideo }) {
  const t = useTranslations('videoLike')
  const format = useFormatter()
  const toggle = useVideoLike(video)
  const { isLiked } = video.viewer
  return (
    <Button
      variant={isLiked ? 'on' : 'line'}
      aria-pressed={isLiked}
      data-tooltip={t('like')}
      onClick={toggle}
    >
      <Heart aria-hidden className={isLiked ? 'fill-current text-live-text' : ''} />
      <span className="sr-only">{t('like')}</span>
      <span className="num">{format.number(video.likesCount, 'count')}</span>
    </Button>
  )
}

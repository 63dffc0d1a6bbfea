import { Heart } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/streams.ts'
import { Button } from '#web/ui/button.tsx'
import { useStreamLike } from './use-stream-like.ts'

/** A heart with the stream's number of likes, which is updated live. */
export function LikeButton({ stream }: { stream: Pick<Stream, 'id' | 'likesCount' | 'viewer'> }) {
  const t = useTranslations('streamLike')
  const format = useFormatter()
  const toggle = useStreamLike(stream)
  const { isLiked } = stream.viewer
  return (
    <Button
      variant={isLiked ? 'on' : 'line'}
      aria-pressed={isLiked}
      data-tooltip={t('like')}
      onClick={toggle}
    >
      <Heart aria-hidden className={isLiked ? 'fill-current text-live-text' : ''} />
      <span className="sr-only">{t('like')}</span>
      <span className="num">{format.number(stream.likesCount, 'count')}</span>
    </Button>
  )
}

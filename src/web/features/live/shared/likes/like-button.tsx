import { Heart } from '#web/ui/icons/heart.tsx'
import { useFormatter } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'

type LikeButtonProps = { name: string; isLiked: boolean; likesCount: number; onToggle: () => void }

/** A heart with the number of likes. */
export function LikeButton({ name, isLiked, likesCount, onToggle }: LikeButtonProps) {
  const format = useFormatter()
  return (
    <Button variant={isLiked ? 'on' : 'line'} aria-pressed={isLiked} data-tooltip={name} onClick={onToggle}>
      <Heart aria-hidden className={isLiked ? 'fill-current text-live-text' : ''} />
      <span className="sr-only">{name}</span>
      <span className="num">{format.number(likesCount, 'count')}</span>
    </Button>
  )
}

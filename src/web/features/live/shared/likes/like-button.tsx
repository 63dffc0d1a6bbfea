import { Heart } from '#web/ui/icons/heart.tsx'
import { useFormatter } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type LikeButtonProps = {
  name: string
  isLiked: boolean
  likesCount: number
  onToggle: () => void
  /** An icon on top of the video. */
  isOnVideo?: boolean | undefined
}

/** A heart with the number of likes. */
export function LikeButton({ name, isLiked, likesCount, onToggle, isOnVideo = false }: LikeButtonProps) {
  const format = useFormatter()
  const count = format.number(likesCount, 'count')
  if (isOnVideo)
    return (
      <IconButton variant="video" label={`${name} ${count}`} aria-pressed={isLiked} onClick={onToggle}>
        <Heart aria-hidden className={isLiked ? 'fill-current' : ''} />
      </IconButton>
    )
  return (
    <Button variant={isLiked ? 'on' : 'line'} aria-pressed={isLiked} data-tooltip={name} onClick={onToggle}>
      <Heart aria-hidden className={isLiked ? 'fill-current text-live-text' : ''} />
      <span className="sr-only">{name}</span>
      <span className="num">{count}</span>
    </Button>
  )
}

import { ImageOff } from '#web/ui/icons/image-off.tsx'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl/react'
import { imageSizes, imageSrcset } from '#shared/media/image-sizes.ts'
import type { Post } from '#shared/community/posts.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { POST_IMAGE_SIZES } from './image-layout.ts'
import { MediaFailed } from './media-failed.tsx'

export type Animation = Post & { mediaUrl: string; mediaPosterUrl: string }

type PostAnimationProps = {
  post: Animation
  /** How the picture fills its box. */
  fit: 'object-cover' | 'object-contain'
  style: CSSProperties
  className: string
}

/**
 * An animated image, or its first frame: it moves while it is in view, under data saver and reduced motion only once it was
 * tapped. The whole picture is the button that starts and stops it.
 */
export function PostAnimation({ post, fit, style, className }: PostAnimationProps) {
  const t = useTranslations('posts')
  const formatSize = useFileSize()
  const reducesData = useReducedData()
  const reducesMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [isInView, setIsInView] = useState(false)
  const [choice, setChoice] = useState<'moving' | 'still' | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useInView(box, setIsInView)
  const isMoving = isInView && (choice ?? (reducesData || reducesMotion ? 'still' : 'moving')) === 'moving'
  const size = reducesData && post.mediaSize !== null ? formatSize(post.mediaSize) : null
  const play = size === null ? t('animate') : t('animateSize', { size })
  if (hasFailed)
    return (
      <div style={style} className={`${className} min-h-36`}>
        <MediaFailed icon={ImageOff} text={t('animationFailed')} onRetry={() => setHasFailed(false)} />
      </div>
    )
  const fail = () => setHasFailed(true)
  return (
    <div ref={box} style={style} className={`${className} bg-sunken`}>
      <Still post={post} fit={fit} reducesData={reducesData} onError={fail} />
      {isMoving && <Moving post={post} fit={fit} onError={fail} />}
      <button
        type="button"
        aria-label={isMoving ? t('stopAnimation') : play}
        onClick={() => setChoice(isMoving ? 'still' : 'moving')}
        className="absolute inset-0 size-full -outline-offset-3"
      >
        <span
          aria-hidden
          className="absolute start-2 bottom-2 flex min-h-8 items-center gap-1.5 rounded-control bg-video-plate px-2.5 text-small font-[650] text-on-video"
        >
          {isMoving ? (
            <Pause className="size-4 fill-current stroke-[1.9]" />
          ) : (
            <>
              <Play className="size-4 fill-current stroke-[1.9]" />
              {play}
            </>
          )}
        </span>
      </button>
    </div>
  )
}

type FrameProps = Pick<PostAnimationProps, 'post' | 'fit'> & { onError: () => void }

function Still({ post, fit, reducesData, onError }: FrameProps & { reducesData: boolean }) {
  const t = useTranslations('posts')
  const { mediaPosterUrl: url, mediaWidth, mediaHeight } = post
  const smallest = imageSizes(url, mediaWidth ?? 0)[0]?.url ?? url
  return (
    <img
      src={reducesData ? smallest : url}
      {...(!reducesData && mediaWidth && { srcSet: imageSrcset(url, mediaWidth), sizes: POST_IMAGE_SIZES })}
      {...(mediaWidth && mediaHeight && { width: mediaWidth, height: mediaHeight })}
      // The post's text describes the image; the alt text only names its author.
      alt={t('animationAlt', { name: displayName(post.author) })}
      loading="lazy"
      decoding="async"
      className={`size-full ${fit}`}
      onError={onError}
    />
  )
}

/** Covers the still picture once it has loaded. */
function Moving({ post, fit, onError }: FrameProps) {
  const className = `absolute inset-0 size-full ${fit}`
  if (post.mediaType === 'image')
    return <img src={post.mediaUrl} alt="" decoding="async" className={className} onError={onError} />
  return (
    <video
      src={post.mediaUrl}
      poster={post.mediaPosterUrl}
      muted
      loop
      autoPlay
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden
      className={className}
      onError={onError}
    />
  )
}

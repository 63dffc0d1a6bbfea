import { Download } from '#web/ui/icons/download.tsx'
import { ImageOff } from '#web/ui/icons/image-off.tsx'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { imageSizes, imageSrcset } from '#shared/media/image-sizes.ts'
import type { Post } from '#shared/community/posts.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { Button } from '#web/ui/button.tsx'
import { POST_IMAGE_SIZES } from './image-layout.ts'
import { MediaFailed } from './media-failed.tsx'
import { type Animation, PostAnimation } from './post-animation.tsx'
import { PostVideo } from './post-video.tsx'
import { useFileSize } from '#web/lib/format/use-file-size.ts'

type PostWithMedia = Post & { mediaUrl: string }

/** The image, video or file of a post; its size is reserved while it loads. */
export function PostMedia({ post, isExpanded }: { post: Post; isExpanded: boolean }) {
  if (!hasMedia(post)) return null
  if (isAnimation(post))
    return (
      <PostAnimation
        key={post.mediaUrl}
        post={post}
        fit={isExpanded ? 'object-contain' : 'object-cover'}
        style={boxStyle(post, isExpanded)}
        className={BOX_CLASS}
      />
    )
  switch (post.mediaType) {
    case 'image':
      return <PostImage post={post} isExpanded={isExpanded} />
    case 'video':
      return (
        <PostVideo key={post.mediaUrl} post={post} style={boxStyle(post, isExpanded)} className={BOX_CLASS} />
      )
    default:
      return <PostFile post={post} />
  }
}

function hasMedia(post: Post): post is PostWithMedia {
  return post.mediaUrl !== null
}

const isAnimation = (post: PostWithMedia): post is Animation =>
  post.mediaLoops && post.mediaPosterUrl !== null

const BOX_CLASS = 'relative mt-3 w-full overflow-hidden rounded-control'
/** Maximum height of media in a list, in px. */
const MAX_HEIGHT_PX = 380

/** Landscape media fills the column, cropped at `MAX_HEIGHT_PX`; portrait media is shown whole within that height. */
function boxStyle({ mediaWidth, mediaHeight }: Post, isExpanded: boolean): CSSProperties {
  const [width, height] = mediaWidth && mediaHeight ? [mediaWidth, mediaHeight] : [16, 9]
  const ratio: CSSProperties = { aspectRatio: `${width} / ${height}` }
  if (isExpanded) return { ...ratio, maxHeight: '85vh' }
  return width >= height
    ? { ...ratio, maxHeight: MAX_HEIGHT_PX }
    : { ...ratio, maxWidth: Math.round((MAX_HEIGHT_PX * width) / height) }
}

function PostImage({ post, isExpanded }: { post: PostWithMedia; isExpanded: boolean }) {
  const t = useTranslations('posts')
  const [loadAttempt, setLoadAttempt] = useState({ number: 0, hasFailed: false })
  const style = boxStyle(post, isExpanded)
  const reducesData = useReducedData()
  if (loadAttempt.hasFailed)
    return (
      <div style={style} className={`${BOX_CLASS} min-h-36`}>
        <MediaFailed
          icon={ImageOff}
          text={t('imageFailed')}
          onRetry={() => setLoadAttempt({ number: loadAttempt.number + 1, hasFailed: false })}
        />
      </div>
    )
  const image = (
    <img
      key={loadAttempt.number}
      {...sourcesOf(post, reducesData)}
      // The post's text describes the image; the alt text only names its author.
      alt={t('imageAlt', { name: displayName(post.author) })}
      loading="lazy"
      decoding="async"
      className={`size-full ${isExpanded ? 'object-contain' : 'object-cover'}`}
      onError={() => setLoadAttempt({ ...loadAttempt, hasFailed: true })}
    />
  )
  if (isExpanded)
    return (
      <div style={style} className={`${BOX_CLASS} bg-sunken`}>
        {image}
      </div>
    )
  return (
    <Link href={`/post/${post.id}`} style={style} className={`${BOX_CLASS} block bg-sunken`}>
      {image}
    </Link>
  )
}

/** The responsive sources of the image; with data saver only the smallest. */
function sourcesOf({ mediaUrl, mediaWidth, mediaHeight }: PostWithMedia, reducesData: boolean) {
  if (!mediaWidth || !mediaHeight) return { src: mediaUrl }
  const size = { width: mediaWidth, height: mediaHeight }
  if (reducesData) return { ...size, src: imageSizes(mediaUrl, mediaWidth)[0]?.url ?? mediaUrl }
  return {
    ...size,
    src: mediaUrl,
    srcSet: imageSrcset(mediaUrl, mediaWidth),
    sizes: POST_IMAGE_SIZES,
  }
}

function PostFile({ post }: { post: PostWithMedia }) {
  const t = useTranslations('posts')
  const size = useFileSize()
  return (
    <Button asChild className="mt-3">
      <a href={post.mediaUrl} download>
        <Download aria-hidden />
        {post.mediaSize === null ? t('download') : t('downloadSize', { size: size(post.mediaSize) })}
      </a>
    </Button>
  )
}

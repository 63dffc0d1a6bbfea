import { Download, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { imageSizes, imageSrcset } from '#shared/image-sizes.ts'
import type { Post } from '#shared/posts.ts'
import { displayName } from '#shared/users.ts'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { Button } from '#web/ui/button.tsx'
import { PostVideo } from './post-video.tsx'
import { useFileSize } from '#web/lib/uploads/use-file-size.ts'

/** A post with something to see. */
type Seen = Post & { mediaUrl: string }

/** The picture, video or file of a post; its room is kept while it loads. */
export function PostMedia({ post, isWhole }: { post: Post; isWhole: boolean }) {
  if (!hasMedia(post)) return null
  switch (post.mediaType) {
    case 'image':
      return <PostImage post={post} isWhole={isWhole} />
    case 'video':
      return <PostVideo key={post.mediaUrl} post={post} style={roomOf(post, isWhole)} className={BOX} />
    default:
      return <PostFile post={post} />
  }
}

function hasMedia(post: Post): post is Seen {
  return post.mediaUrl !== null
}

const BOX = 'relative mt-3 w-full overflow-hidden rounded-control'
/** Highest picture in a list, in px. */
const MAX_HEIGHT = 380

/** Wide media fills the column and is cut at 380 px; what is taller than wide is shown whole within that height. */
function roomOf({ mediaWidth, mediaHeight }: Post, isWhole: boolean): CSSProperties {
  const [width, height] = mediaWidth && mediaHeight ? [mediaWidth, mediaHeight] : [16, 9]
  const room: CSSProperties = { aspectRatio: `${width} / ${height}` }
  if (isWhole) return { ...room, maxHeight: '85vh' }
  return width >= height
    ? { ...room, maxHeight: MAX_HEIGHT }
    : { ...room, maxWidth: Math.round((MAX_HEIGHT * width) / height) }
}

function PostImage({ post, isWhole }: { post: Seen; isWhole: boolean }) {
  const t = useTranslations('posts')
  const [attempt, setAttempt] = useState({ number: 0, hasFailed: false })
  const style = roomOf(post, isWhole)
  const savesData = useReducedData()
  if (attempt.hasFailed)
    return (
      <div
        style={style}
        className={`${BOX} grid min-h-36 content-center justify-items-center gap-2 bg-sunken p-4 text-center`}
      >
        <ImageOff aria-hidden className="size-6 stroke-[1.9] text-ink-3" />
        <p className="text-small text-ink-2">{t('imageFailed')}</p>
        <Button size="sm" onClick={() => setAttempt({ number: attempt.number + 1, hasFailed: false })}>
          {t('retry')}
        </Button>
      </div>
    )
  const picture = (
    <img
      key={attempt.number}
      {...sourcesOf(post, savesData)}
      // What the picture says stands in the post; readers hear that there is one, and whose.
      alt={t('imageAlt', { name: displayName(post.author) })}
      loading="lazy"
      decoding="async"
      className={`size-full ${isWhole ? 'object-contain' : 'object-cover'}`}
      onError={() => setAttempt({ ...attempt, hasFailed: true })}
    />
  )
  if (isWhole)
    return (
      <div style={style} className={`${BOX} bg-sunken`}>
        {picture}
      </div>
    )
  return (
    <Link href={`/post/${post.id}`} style={style} className={`${BOX} block bg-sunken`}>
      {picture}
    </Link>
  )
}

/** The sizes to choose from; who saves data gets the smallest. */
function sourcesOf({ mediaUrl, mediaWidth, mediaHeight }: Seen, savesData: boolean) {
  if (!mediaWidth || !mediaHeight) return { src: mediaUrl }
  const room = { width: mediaWidth, height: mediaHeight }
  if (savesData) return { ...room, src: imageSizes(mediaUrl, mediaWidth)[0]?.url ?? mediaUrl }
  return {
    ...room,
    src: mediaUrl,
    srcSet: imageSrcset(mediaUrl, mediaWidth),
    sizes: '(min-width: 768px) 700px, calc(100vw - 84px)',
  }
}

function PostFile({ post }: { post: Seen }) {
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

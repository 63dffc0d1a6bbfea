import { Play } from '#web/ui/icons/play.tsx'
import { VideoOff } from '#web/ui/icons/video-off.tsx'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Post } from '#shared/community/posts.ts'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { ThumbnailPattern } from '#web/ui/pattern/placeholder-patterns.tsx'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { MediaFailed } from './media-failed.tsx'

type PostVideoProps = { post: Post & { mediaUrl: string }; style: CSSProperties; className: string }

/**
 * A video that loads only when played; before that, its poster or a pattern is shown. With the controls of the browser: a
 * post has one short file without qualities or captions, and the feed stays light without the code of the player.
 */
export function PostVideo({ post, style, className }: PostVideoProps) {
  const t = useTranslations('posts')
  const [state, setState] = useState<'waiting' | 'playing' | 'failed'>('waiting')
  const play = () => setState('playing')
  return (
    <div style={style} className={`${className} min-h-36 bg-thread-night`}>
      {state === 'waiting' && <Poster post={post} onPlay={play} />}
      {state === 'playing' && (
        <video
          src={post.mediaUrl}
          poster={post.mediaPosterUrl ?? undefined}
          controls
          autoPlay
          playsInline
          className="absolute inset-0 size-full object-contain"
          onError={() => setState('failed')}
        />
      )}
      {state === 'failed' && <MediaFailed icon={VideoOff} text={t('videoFailed')} onRetry={play} />}
    </div>
  )
}

/** With data saver, shows the size of the video in place of its poster. */
function Poster({ post, onPlay }: { post: Post; onPlay: () => void }) {
  const t = useTranslations('posts')
  const formatSize = useFileSize()
  const reducesData = useReducedData()
  const fileSize = post.mediaSize !== null && reducesData ? formatSize(post.mediaSize) : null
  return (
    <>
      {post.mediaPosterUrl === null || reducesData ? (
        <ThumbnailPattern seed={post.id} className="absolute inset-0" />
      ) : (
        <img
          src={post.mediaPosterUrl}
          alt=""
          loading="lazy"
          decoding="async"
          // The same fit as the video's.
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <button
        type="button"
        onClick={onPlay}
        className="absolute inset-0 grid size-full place-items-center -outline-offset-3"
      >
        <span className="flex min-h-12 items-center gap-2.5 rounded-control bg-video-plate px-4 font-[650] text-on-video">
          <Play aria-hidden className="size-6 fill-current stroke-[1.9]" />
          {fileSize === null ? t('play') : t('playSize', { size: fileSize })}
        </span>
      </button>
    </>
  )
}

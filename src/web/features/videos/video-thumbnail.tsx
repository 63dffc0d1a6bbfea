import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Video } from '#shared/videos.ts'
import { prefersLessData } from '#web/lib/less-data.ts'
import { ThumbnailCloth } from '#web/ui/cloth.tsx'

type VideoThumbnailProps = {
  video: Pick<Video, 'id' | 'thumbnailUrl'>
  /** Badges in its corners. */
  children?: ReactNode
  className?: string
}

/** A video's picture, or its own cloth; the cloth too for who saves data. Its size comes from `className`. */
export function VideoThumbnail({ video, children, className }: VideoThumbnailProps) {
  const [isBroken, setIsBroken] = useState(false)
  const url = prefersLessData() || isBroken ? null : video.thumbnailUrl
  return (
    <span className={`relative block overflow-hidden rounded-control bg-thread-night ${className ?? ''}`}>
      {url ? (
        <img
          src={url}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setIsBroken(true)}
        />
      ) : (
        <ThumbnailCloth seed={video.id} className="absolute inset-0" />
      )}
      {children}
    </span>
  )
}

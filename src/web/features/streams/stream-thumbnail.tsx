import { useState } from 'react'
import type { ReactNode } from 'react'
import { smallThumbnail } from '#shared/image-sizes.ts'
import type { Stream } from '#shared/streams.ts'
import { prefersLessData } from '#web/lib/less-data.ts'
import { ThumbnailCloth } from '#web/ui/cloth.tsx'

type StreamThumbnailProps = {
  stream: Pick<Stream, 'id' | 'title' | 'thumbnailUrl'>
  /** Puts the title on the cloth that stands for a missing picture. */
  titled?: boolean
  /** Badges in its corners. */
  children?: ReactNode
  className?: string
}

/** A stream's picture, or its own cloth; the cloth too for who saves data. Its size comes from `className`. */
export function StreamThumbnail({ stream, titled = false, children, className }: StreamThumbnailProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const url = prefersLessData() || stream.thumbnailUrl === brokenUrl ? null : stream.thumbnailUrl
  return (
    <span className={`relative block overflow-hidden rounded-control bg-thread-night ${className ?? ''}`}>
      {url ? (
        <img
          src={smallThumbnail(url)}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setBrokenUrl(url)}
        />
      ) : (
        <>
          <ThumbnailCloth seed={stream.id} className="absolute inset-0" />
          {titled && <TitlePlate title={stream.title} />}
        </>
      )}
      {children}
    </span>
  )
}

function TitlePlate({ title }: { title: string }) {
  return (
    <span aria-hidden className="absolute inset-0 grid place-items-center p-10">
      <span
        dir="auto"
        className="line-clamp-2 max-w-full rounded-tag bg-video-plate px-3 py-1.5 text-center font-display text-card font-extrabold text-on-video"
      >
        {title}
      </span>
    </span>
  )
}

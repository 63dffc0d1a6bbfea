import type { ReactNode } from 'react'
import { smallThumbnail } from '#shared/image-sizes.ts'
import type { Stream } from '#shared/streams.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

type StreamThumbnailProps = {
  stream: Pick<Stream, 'id' | 'title' | 'thumbnailUrl'>
  /** Puts the title on the cloth that stands for a missing picture. */
  titled?: boolean
  /** Badges in its corners. */
  children?: ReactNode
  className?: string
}

/** A stream's picture, or its own cloth. Its size comes from `className`. */
export function StreamThumbnail({ stream, titled = false, ...frame }: StreamThumbnailProps) {
  const { id, title, thumbnailUrl } = stream
  return (
    <Thumbnail
      src={thumbnailUrl && smallThumbnail(thumbnailUrl)}
      seed={id}
      plate={titled && <TitlePlate title={title} />}
      {...frame}
    />
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

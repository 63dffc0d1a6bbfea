import type { ReactNode } from 'react'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import type { Stream } from '#shared/live/streams.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

type StreamThumbnailProps = {
  stream: Pick<Stream, 'id' | 'title' | 'isLive' | 'thumbnailUrl' | 'posterUrl'>
  /** Shows the title on the pattern that replaces a missing image. */
  hasTitle?: boolean
  /** Badges in the corners. */
  children?: ReactNode
  className?: string
}

/** A stream's thumbnail image, else the poster of its recording, else a pattern generated from its id. `className` sets the size. */
export function StreamThumbnail({ stream, hasTitle = false, ...props }: StreamThumbnailProps) {
  const { id, title, isLive, thumbnailUrl, posterUrl } = stream
  const src = thumbnailUrl ?? (isLive ? null : posterUrl)
  return (
    <Thumbnail
      src={src && smallThumbnail(src)}
      seed={id}
      plate={hasTitle && <TitlePlate title={title} />}
      {...props}
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

import { type ReactNode, useState } from 'react'
import { frameUrl } from '#shared/live/stream-frames.ts'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import type { Stream } from '#shared/live/streams.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

type ShownStream = Pick<Stream, 'id' | 'isLive' | 'thumbnailUrl' | 'posterUrl' | 'frameUrl'>

type StreamThumbnailProps = {
  stream: ShownStream
  /** On top of the picture, below the badges. */
  overlay?: ReactNode
  /** Badges in the corners. */
  children?: ReactNode
  className?: string
}

const MINUTE_MS = 60_000

/**
 * A live stream's newest frame; else its thumbnail image, the poster of its recording, or a pattern generated from its id. `className`
 * sets the size.
 */
export function StreamThumbnail({ stream, ...props }: StreamThumbnailProps) {
  return stream.isLive && stream.frameUrl !== null ? (
    <Frame key={stream.id} stream={stream} frame={stream.frameUrl} {...props} />
  ) : (
    <Thumbnail src={stillOf(stream)} seed={stream.id} {...props} />
  )
}

function stillOf({ isLive, thumbnailUrl, posterUrl }: ShownStream): string | null {
  const src = thumbnailUrl ?? (isLive ? null : posterUrl)
  return src && smallThumbnail(src)
}

/** Loads the frame again every minute while the tab is visible; the last one stays until the next one has arrived. */
function Frame({ stream, frame, ...props }: StreamThumbnailProps & { frame: string }) {
  const now = useNow(MINUTE_MS).getTime()
  const [loaded, setLoaded] = useState({ frame, at: now })
  if (loaded.frame !== frame) setLoaded({ frame, at: now })
  const src = now - loaded.at < MINUTE_MS ? frame : frameUrl(stream.id, now)
  return <Thumbnail src={src} fallback={stillOf(stream)} seed={stream.id} {...props} />
}

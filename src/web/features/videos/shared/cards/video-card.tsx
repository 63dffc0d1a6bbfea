import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import { displayName } from '#shared/accounts/users.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

type VideoCardProps = {
  video: Video
  /** Shows the creator's name, for lists of several creators. */
  hasName?: boolean
  /** `row` has the picture beside the text, for narrow columns. */
  layout?: 'card' | 'row'
}

/** A public video with picture, duration, views and age. The whole card is one link. */
export function VideoCard({ video, hasName = false, layout = 'card' }: VideoCardProps) {
  const t = useTranslations('videoCards')
  const { id, title, thumbnailUrl, duration, creator } = video
  const isRow = layout === 'row'
  return (
    <Link
      href={`/video/${id}`}
      className={`group block rounded-control ${isRow ? 'grid grid-cols-[152px_minmax(0,1fr)] items-start gap-3' : ''}`}
    >
      <Thumbnail src={thumbnailUrl && smallThumbnail(thumbnailUrl)} seed={id} className="aspect-video w-full">
        <Badge variant="video" className="absolute end-2 bottom-2">
          <span className="sr-only">{t('duration')}</span>
          <span className="num">{formatDuration(duration)}</span>
        </Badge>
      </Thumbnail>
      <div className={`min-w-0 ${isRow ? '' : 'pt-2.5'}`}>
        <h3
          className={`line-clamp-2 underline-offset-[3px] [overflow-wrap:anywhere] group-hover:underline ${isRow ? 'text-small' : 'text-ui'}`}
        >
          <bdi>{title}</bdi>
        </h3>
        {hasName && (
          <p className={`mt-0.5 truncate text-ink-2 ${isRow ? 'text-meta' : 'text-small'}`}>
            <bdi>{displayName(creator)}</bdi>
          </p>
        )}
        <Figures video={video} />
      </div>
    </Link>
  )
}

function Figures({ video: { viewsCount, publishedAt, createdAt } }: { video: Video }) {
  const t = useTranslations('videoCards')
  return (
    <p className="num mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-3">
      <span>{t('views', { count: viewsCount })}</span>
      <RelativeTime at={publishedAt ?? createdAt} />
    </p>
  )
}

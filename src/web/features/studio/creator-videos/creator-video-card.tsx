import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { UploadTime } from './upload-time.tsx'
import { VideoStateBadge } from './video-state-badge.tsx'

/** A video of the current user, on phones. */
export function CreatorVideoCard({ video, actions }: { video: Video; actions: ReactNode }) {
  const t = useTranslations('videos')
  const fileSize = useFileSize()
  const { id, title, category, duration, viewsCount, createdAt } = video
  return (
    <li className="grid gap-2 px-4 py-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3.5">
        <Link href={`/video/${id}`} aria-hidden tabIndex={-1}>
          <Thumbnail src={video.thumbnailUrl} seed={id} className="aspect-video w-32">
            {duration > 0 && (
              <Badge variant="video" className="absolute end-1.5 bottom-1.5">
                <span className="num">{formatDuration(duration)}</span>
              </Badge>
            )}
          </Thumbnail>
        </Link>
        <div className="min-w-0">
          <h2 className="line-clamp-2 font-text text-card font-bold tracking-normal [overflow-wrap:anywhere]">
            <Link href={`/video/${id}`} className="hover:underline">
              <bdi>{title}</bdi>
            </Link>
          </h2>
          <p className="mt-1 text-small text-ink-2">{category}</p>
        </div>
      </div>
      <p className="num flex flex-wrap gap-x-3 text-meta text-ink-3">
        <UploadTime at={createdAt} />
        {video.fileSize > 0 && <span>{fileSize(video.fileSize)}</span>}
        <span>{t('views', { count: viewsCount })}</span>
      </p>
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <VideoStateBadge video={video} />
        {actions}
      </div>
    </li>
  )
}

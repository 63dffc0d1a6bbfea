import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { useRelativeTime } from '#web/lib/format/relative-time.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { useLatestVideo } from './use-creator-summary.ts'

/** The figures of the newest published video. */
export function LatestVideo() {
  const t = useTranslations('creatorDashboard')
  const query = useLatestVideo()
  const { data: video, error } = query
  return (
    <section className="mt-9">
      <h2 className="mb-4">{t('latest')}</h2>
      {video ? (
        <VideoFigures video={video} />
      ) : video === null ? (
        <p className="text-ink-2">{t('latestEmpty')}</p>
      ) : error ? (
        <LoadFailed title={t('latestFailed')} query={query} />
      ) : (
        <SkeletonRows />
      )}
    </section>
  )
}

function VideoFigures({ video }: { video: Video }) {
  const t = useTranslations('creatorDashboard')
  const { number } = useFormatter()
  const { publishedAt } = video
  const items = [
    { name: t('views'), count: video.viewsCount },
    { name: t('likes'), count: video.likesCount },
    { name: t('comments'), count: video.commentsCount },
  ]
  return (
    <Card className="grid gap-4 p-3.5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center md:p-[18px]">
      <Link href={`/video/${video.id}`} aria-hidden tabIndex={-1}>
        <Thumbnail src={video.thumbnailUrl} seed={video.id} className="aspect-video w-full sm:w-56">
          <Badge variant="video" className="absolute end-1.5 bottom-1.5">
            <span className="num">{formatDuration(video.duration)}</span>
          </Badge>
        </Thumbnail>
      </Link>
      <div className="min-w-0">
        <h3 className="text-card [overflow-wrap:anywhere]">
          <Link href={`/video/${video.id}`} className="hover:underline">
            <bdi>{video.title}</bdi>
          </Link>
        </h3>
        {publishedAt && (
          <p className="mt-0.5 text-meta text-ink-3">
            <PublishedAt at={publishedAt} />
          </p>
        )}
        <dl className="mt-3 grid max-w-96 grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-3">
          {items.map(({ name, count }) => (
            <div key={name}>
              <dt className="text-meta text-ink-2">{name}</dt>
              <dd className="num font-display text-[1.375rem] font-extrabold">{number(count, 'count')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

function PublishedAt({ at }: { at: string }) {
  const t = useTranslations('creatorDashboard')
  return <time dateTime={at}>{t('published', { when: useRelativeTime(at) })}</time>
}

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { listRelatedVideos } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { VideoCard } from '#web/features/videos/shared/cards/video-card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const MAX_VIDEOS = 10

/** Other videos to watch next, in one column; nothing if there are none. */
export function RelatedVideos({ videoId }: { videoId: string }) {
  const t = useTranslations('videoCards')
  const query = useQuery({
    queryKey: ['video-lists', 'related', videoId],
    queryFn: () => call(listRelatedVideos, { params: { id: videoId }, query: { limit: MAX_VIDEOS } }),
  })
  const { data: videos, error } = query
  if (videos?.length === 0) return null
  return (
    <section aria-labelledby="related-videos" className="max-md:px-(--gutter)">
      <h2 id="related-videos" className="mb-2 flex min-h-(--tap) items-center">
        {t('related')}
      </h2>
      {!videos && (error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />)}
      {videos && (
        <ul className="grid gap-3.5 sm:max-lg:grid-cols-2">
          {videos.map((video) => (
            <li key={video.id} className="min-w-0">
              <VideoCard video={video} hasName layout="row" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

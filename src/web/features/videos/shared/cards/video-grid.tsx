import type { Video } from '#shared/videos/videos.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { VideoCard } from './video-card.tsx'

const GRID_CLASS = 'grid grid-cols-1 gap-x-5 gap-y-6 min-[480px]:grid-cols-2 lg:grid-cols-3'

/** Public videos as a grid of cards. */
export function VideoGrid({ videos, hasNames = false }: { videos: readonly Video[]; hasNames?: boolean }) {
  return (
    <ul className={GRID_CLASS}>
      {videos.map((video) => (
        <li key={video.id} className="min-w-0">
          <VideoCard video={video} hasName={hasNames} />
        </li>
      ))}
    </ul>
  )
}

/** The loading state of `VideoGrid`. */
export function VideoGridSkeleton() {
  return (
    <SkeletonGroup className={GRID_CLASS}>
      {[0, 1, 2].map((index) => (
        <div key={index} aria-hidden>
          <Skeleton className="aspect-video" />
          <Skeleton className="mt-3.5 mb-[5px] h-3" />
          <Skeleton className="my-[5px] h-3 w-[62%]" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

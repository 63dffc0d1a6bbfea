import { PHONE_PLAYER_CLASS, WIDE_PLAYER_CLASS } from '#web/features/media/shared/playback/player-top-row.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** The shape of the watch page while its video is loaded. */
export function VideoPageSkeleton() {
  return (
    <SkeletonGroup className="mx-auto grid w-full max-w-[1536px] gap-4 pb-10 portrait-phone:gap-0 md:px-(--gutter) md:pt-5">
      <span
        aria-hidden
        className={`aspect-video w-full bg-thread-night md:rounded-card ${WIDE_PLAYER_CLASS} ${PHONE_PLAYER_CLASS}`}
      />
      {/* The row of phones. */}
      <div className="hidden h-14 grid-cols-[38px_1fr] items-center gap-2.5 px-3 portrait-phone:grid">
        <span aria-hidden className="size-[38px] animate-skeleton rounded-full bg-raised" />
        <Skeleton className="h-4 w-[52%]" />
      </div>
      <div className="grid gap-3 px-(--gutter) portrait-phone:hidden md:px-0">
        <Skeleton className="h-8 w-[62%]" />
        <Skeleton className="h-4 w-[34%]" />
        <div className="grid grid-cols-[60px_1fr] items-center gap-4 border-y border-line py-4">
          <span aria-hidden className="size-15 animate-skeleton rounded-full bg-raised" />
          <Skeleton className="h-4 w-[28%]" />
        </div>
      </div>
    </SkeletonGroup>
  )
}

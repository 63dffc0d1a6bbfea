import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** The shape of the watch page while its video is loaded. */
export function VideoPageSkeleton() {
  return (
    <SkeletonGroup className="mx-auto grid w-full max-w-[1536px] gap-4 pb-10 md:px-(--gutter) md:pt-5">
      <span
        aria-hidden
        className="aspect-video max-h-[min(600px,80dvh)] w-full bg-thread-night md:rounded-card"
      />
      <div className="grid gap-3 px-(--gutter) md:px-0">
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

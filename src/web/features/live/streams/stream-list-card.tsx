import type { Stream } from '#shared/live/streams.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { ROW_CLASS, StreamRow } from './stream-row.tsx'

type StreamListCardProps = {
  streams: readonly Stream[]
  /** Shows the streamer's name in each row. */
  hasNames?: boolean
}

/** Streams as rows of one card; full width on phones. */
export function StreamListCard({ streams, hasNames = false }: StreamListCardProps) {
  return (
    <Card className={CARD_CLASS}>
      <ul className="divide-y divide-line">
        {streams.map((stream) => (
          <StreamRow key={stream.id} stream={stream} hasName={hasNames} />
        ))}
      </ul>
    </Card>
  )
}

const CARD_CLASS = 'overflow-hidden max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0'

/** The loading state of `StreamListCard`: rows as high as those with a title of one line. */
export function CardSkeletons({ hasNames = false }: Pick<StreamListCardProps, 'hasNames'>) {
  return (
    <Card className={CARD_CLASS}>
      <SkeletonGroup className="divide-y divide-line">
        {[0, 1, 2].map((row) => (
          <div key={row} aria-hidden className={ROW_CLASS}>
            <Skeleton className="aspect-video w-32 md:w-48" />
            <span>
              <Line className="w-[72%] text-card" />
              {hasNames && <Line className="mt-1 w-[38%] text-small" />}
              <Line className={`w-[30%] text-small ${hasNames ? '' : 'mt-1'}`} />
              <Line className="mt-0.5 w-[50%] text-meta" />
            </span>
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  )
}

/** A placeholder for a line of text, as high as the line. */
function Line({ className }: { className: string }) {
  return (
    <span className={`flex h-[1lh] items-center ${className}`}>
      <Skeleton className="h-3 w-full" />
    </span>
  )
}

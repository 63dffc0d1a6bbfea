import type { Stream } from '#shared/streams.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { StreamRow } from './stream-row.tsx'

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

/** The loading state of `StreamListCard`. */
export function CardSkeletons() {
  return (
    <Card className={`${CARD_CLASS} px-(--gutter) md:px-5`}>
      <RowSkeletons />
    </Card>
  )
}

export function RowSkeletons() {
  return (
    <SkeletonGroup className="grid gap-6 py-2">
      {[0, 1, 2].map((row) => (
        <div key={row} aria-hidden className="grid grid-cols-[auto_1fr] gap-4">
          <Skeleton className="aspect-video w-32 md:w-48" />
          <span>
            <Skeleton className="my-[5px] h-3 w-[72%]" />
            <Skeleton className="my-[5px] h-3 w-[38%]" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}

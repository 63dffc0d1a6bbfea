import type { Stream } from '#shared/streams.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { StreamRow } from './stream-row.tsx'

type StreamSheetProps = {
  streams: readonly Stream[]
  /** Shows the streamer's name in each row. */
  hasNames?: boolean
}

/** Streams as rows of one card; full width on phones. */
export function StreamSheet({ streams, hasNames = false }: StreamSheetProps) {
  return (
    <Card className={SHEET}>
      <ul className="divide-y divide-line">
        {streams.map((stream) => (
          <StreamRow key={stream.id} stream={stream} hasName={hasNames} />
        ))}
      </ul>
    </Card>
  )
}

const SHEET = 'overflow-hidden max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0'

/** The loading state of `StreamSheet`. */
export function SheetSkeletons() {
  return (
    <Card className={`${SHEET} px-(--gutter) md:px-5`}>
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

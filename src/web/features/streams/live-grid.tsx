import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/movements.ts'
import type { Stream } from '#shared/streams.ts'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { LiveCard } from './live-card.tsx'
import { useLiveStreams } from './use-stream-pages.ts'

/** On phones: `row` is one line to swipe through, `column` one under the other. */
type PhoneLayout = 'row' | 'column'

type LiveGridProps = {
  phone: PhoneLayout
  /** Shows this movement's or category's streams alone. */
  category?: MovementOrCategory | undefined
}

/** Who is live now, in the 3-3-2 rhythm; with its waiting, empty and failed states. */
export function LiveGrid({ phone, category }: LiveGridProps) {
  const t = useTranslations('streams')
  const query = useLiveStreams(category)
  const streams = query.items
  return (
    <section aria-labelledby="live-creators">
      <h2 id="live-creators" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
        {t('liveCreators')}
      </h2>
      {streams === undefined && !query.error && <LiveSkeletons phone={phone} />}
      {streams === undefined && query.error && <LoadFailed title={t('loadFailed')} query={query} />}
      {streams?.length === 0 && <TheStageIsSet category={category} />}
      {streams && streams.length > 0 && <LiveList streams={streams} phone={phone} />}
      <ListFooter query={query} failed={t('moreFailed')} />
    </section>
  )
}

function LiveList({ streams, phone }: { streams: Stream[]; phone: PhoneLayout }) {
  return (
    <ul className={layoutOf(phone)}>
      {streams.map((stream, place) => (
        <li key={stream.id} className={spanOf(place, phone)}>
          <LiveCard stream={stream} />
        </li>
      ))}
    </ul>
  )
}

function LiveSkeletons({ phone }: { phone: PhoneLayout }) {
  return (
    <SkeletonGroup className={layoutOf(phone)}>
      {[0, 1, 2].map((place) => (
        <div key={place} aria-hidden className={spanOf(place, phone)}>
          <Skeleton className="h-[164px] md:h-44 xl:h-56" />
          <div className="grid grid-cols-[auto_1fr] gap-2.5 pt-2.5">
            <span className="size-10 animate-skeleton rounded-full bg-raised" />
            <span>
              <Skeleton className="my-[5px] h-3" />
              <Skeleton className="my-[5px] h-3 w-[62%]" />
              <Skeleton className="my-[5px] h-3 w-[38%]" />
            </span>
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}

function TheStageIsSet({ category }: Pick<LiveGridProps, 'category'>) {
  const t = useTranslations('streams')
  return (
    <EmptyState isCard family="sorrel" title={t('stageTitle')}>
      {category ? t('stageTextOf', { category }) : t('stageText')}
    </EmptyState>
  )
}

function layoutOf(phone: PhoneLayout): string {
  return phone === 'row' ? `${GRID} ${ROW}` : `${GRID} max-md:grid-cols-1`
}

const GRID = 'grid grid-cols-8 gap-x-4 gap-y-[22px]'
const ROW =
  'max-md:-mx-(--gutter) max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-(--gutter) max-md:gap-3 max-md:overflow-x-auto max-md:px-(--gutter) max-md:pb-1 max-md:[scrollbar-width:none]'

/** Columns of each place in three rows: 3-3-2, 2-3-3, 3-2-3. */
const RHYTHM = [3, 3, 2, 2, 3, 3, 3, 2, 3] as const

function spanOf(place: number, phone: PhoneLayout): string {
  const wide = RHYTHM[place % RHYTHM.length] === 3 ? 'md:col-span-3' : 'md:col-span-2'
  const narrow = phone === 'row' ? 'max-md:flex-[0_0_76%] max-md:snap-start' : 'max-md:col-span-full'
  return `min-w-0 ${wide} ${narrow}`
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/live/movements.ts'
import type { Stream } from '#shared/live/streams.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { type CardPreviewComponent, LiveCard } from './live-card.tsx'
import { StageStrip } from './stage-strip.tsx'
import { useLiveStreams } from './use-stream-pages.ts'

/** On phones: `row` scrolls horizontally, `column` is a vertical list. */
type PhoneLayout = 'row' | 'column'

type LiveGridProps = {
  phone: PhoneLayout
  Preview: CardPreviewComponent
  /** Shows only streams of this movement or category. */
  category?: MovementOrCategory | undefined
}

/** The live streams in a 3-3-2 grid, with loading, empty and error states. One to three fill the row. */
export function LiveGrid({ category, ...section }: LiveGridProps) {
  const query = useLiveStreams(category)
  return <LiveSection query={query} empty={<NoLiveStreams category={category} />} {...section} />
}

type LiveSectionProps = Omit<LiveGridProps, 'category'> & {
  query: ReturnType<typeof useLiveStreams>
  /** Rendered while nobody is live. */
  empty: ReactNode
}

/** `LiveGrid` without its query. */
export function LiveSection({ query, phone, Preview, empty }: LiveSectionProps) {
  const t = useTranslations('streams')
  const streams = query.items
  return (
    <section aria-labelledby="live-creators">
      <h2 id="live-creators" className="mb-1.5 flex min-h-9 items-center md:mb-3.5 md:min-h-(--tap)">
        {t('liveCreators')}
      </h2>
      {streams === undefined && !query.error && <LiveSkeletons phone={phone} />}
      {streams === undefined && query.error && <LoadFailed title={t('loadFailed')} query={query} />}
      {streams?.length === 0 && empty}
      {streams && streams.length > 0 && <LiveList streams={streams} phone={phone} Preview={Preview} />}
      <ListFooter query={query} failed={t('moreFailed')} />
    </section>
  )
}

type LiveListProps = Pick<LiveGridProps, 'phone' | 'Preview'> & { streams: Stream[] }

function LiveList({ streams, phone, Preview }: LiveListProps) {
  const isAlone = streams.length === 1
  return (
    <ul className={isAlone ? GRID : gridClass(phone)}>
      {streams.map((stream, index) => (
        <li
          key={stream.id}
          className={isAlone ? 'col-span-8 min-w-0' : spanClass(index, streams.length, phone)}
        >
          <LiveCard stream={stream} layout={isAlone ? 'wide' : 'card'} Preview={Preview} />
        </li>
      ))}
    </ul>
  )
}

/** The loading state of `LiveSection`. */
export function LiveSkeletons({ phone }: { phone: PhoneLayout }) {
  return (
    <SkeletonGroup className={gridClass(phone)}>
      {[0, 1, 2].map((index) => (
        <div key={index} aria-hidden className={spanClass(index, 3, phone)}>
          <Skeleton className="aspect-video md:aspect-auto md:h-44 xl:h-56" />
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

function NoLiveStreams({ category }: Pick<LiveGridProps, 'category'>) {
  const t = useTranslations('streams')
  return (
    <StageStrip>
      <p className="text-small text-ink-2">
        {category ? t('stageTextInCategory', { category }) : t('stageText')}
      </p>
    </StageStrip>
  )
}

function gridClass(phone: PhoneLayout): string {
  return phone === 'row' ? `${GRID} ${ROW}` : `${GRID} max-md:grid-cols-1`
}

const GRID = 'grid grid-cols-8 gap-x-4 gap-y-[22px]'
const ROW =
  'max-md:-mx-(--gutter) max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-(--gutter) max-md:gap-3 max-md:overflow-x-auto max-md:px-(--gutter) max-md:pb-1 max-md:[scrollbar-width:none]'

/** Column spans of the cards of three rows: 3-3-2, 2-3-3, 3-2-3. */
const COLUMN_SPANS = [3, 3, 2, 2, 3, 3, 3, 2, 3] as const
const SPAN_CLASSES = { 2: 'md:col-span-2', 3: 'md:col-span-3', 4: 'md:col-span-4' }

function spanClass(index: number, count: number, phone: PhoneLayout): string {
  const span = count === 2 ? 4 : (COLUMN_SPANS[index % COLUMN_SPANS.length] ?? 2)
  const narrow = phone === 'row' ? 'max-md:flex-[0_0_76%] max-md:snap-start' : 'max-md:col-span-full'
  return `min-w-0 ${SPAN_CLASSES[span]} ${narrow}`
}

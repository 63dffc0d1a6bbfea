import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { listMovements, type Movement } from '#shared/discovery/movements.ts'
import { call } from '#web/api/call.ts'
import { discoverUrl } from '#web/features/live/shared/streams/discover-url.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'
import type { ColorFamily } from '#web/ui/pattern/color-families.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** The movements as tiles with their number of creators; on phones one row of low tiles that scrolls sideways. */
export function CulturalMovements() {
  const t = useTranslations('movements')
  const query = useMovements()
  const movements = query.data
  return (
    <section aria-labelledby="cultural-movements">
      <h2 id="cultural-movements" className="mb-1.5 flex min-h-9 items-center md:mb-3.5 md:min-h-(--tap)">
        {t('title')}
      </h2>
      {movements ? (
        <ul className={ROW_CLASS}>
          {movements.map((movement, index) => (
            <li key={movement.name} className={TILE_CLASS}>
              <Tile movement={movement} family={FAMILIES[index] ?? 'indigo'} />
            </li>
          ))}
        </ul>
      ) : query.error ? (
        <LoadFailed title={t('failed')} query={query} />
      ) : (
        <MovementSkeletons />
      )}
    </section>
  )
}

const STALE_TIME_MS = 60_000

function useMovements() {
  return useQuery({
    queryKey: ['movements'],
    queryFn: () => call(listMovements, {}),
    staleTime: STALE_TIME_MS,
  })
}

const ROW_CLASS =
  'grid gap-3 max-md:gap-2.5 max-md:-mx-(--gutter) max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-(--gutter) max-md:overflow-x-auto max-md:px-(--gutter) max-md:pb-1 max-md:[scrollbar-width:none] md:grid-cols-4'
const TILE_CLASS = 'grid min-w-0 max-md:max-w-[76%] max-md:flex-none max-md:snap-start'

/** Pattern family of each movement, by position. */
const FAMILIES: readonly ColorFamily[] = ['marigold', 'promo', 'sorrel', 'palm']

function Tile({ movement: { name, creatorsCount }, family }: { movement: Movement; family: ColorFamily }) {
  const t = useTranslations('movements')
  return (
    <Link href={discoverUrl({ category: name })} className={`group ${CARD_CLASS}`}>
      <StripPattern
        seed={name}
        family={family}
        length={260}
        strip={44}
        count={1}
        pulse={16}
        className={PATTERN_CLASS}
      />
      <span className={TEXT_CLASS}>
        <b className="block text-small leading-[1.3] underline-offset-[3px] group-hover:underline max-md:truncate">
          {name}
        </b>
        <span className="num text-meta text-ink-3">{t('creators', { count: creatorsCount })}</span>
      </span>
    </Link>
  )
}

/** The pattern is above the text, on phones a narrow edge beside it. */
const CARD_CLASS =
  'block overflow-hidden rounded-card border border-line bg-surface max-md:flex max-md:min-h-14 max-md:items-stretch'
const PATTERN_CLASS = 'h-11 w-full max-md:h-auto max-md:w-11 max-md:flex-none'
const TEXT_CLASS = 'block min-w-0 px-3.5 pt-[11px] pb-[13px] max-md:self-center max-md:px-3 max-md:py-1.5'

function MovementSkeletons() {
  return (
    <SkeletonGroup className={ROW_CLASS}>
      {[0, 1, 2].map((index) => (
        <div key={index} aria-hidden className={`${TILE_CLASS} max-md:w-[46%]`}>
          <span className={CARD_CLASS}>
            <Skeleton className={PATTERN_CLASS} />
            <span className={`${TEXT_CLASS} max-md:flex-1`}>
              <Skeleton className="my-[5px] h-3 w-[72%]" />
              <Skeleton className="my-[5px] h-3 w-[46%]" />
            </span>
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}

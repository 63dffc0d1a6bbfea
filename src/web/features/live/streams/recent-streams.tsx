import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/live/movements.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { CardSkeletons, StreamListCard } from './stream-list-card.tsx'
import { useRecentStreams } from './use-stream-pages.ts'

/** The past streams, of one movement or category if given. */
export function RecentStreams({ category }: { category: MovementOrCategory | undefined }) {
  const t = useTranslations('streams')
  const query = useRecentStreams(category)
  const streams = query.items
  return (
    <section aria-labelledby="recent-streams">
      <h2 id="recent-streams" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
        {t('recent')}
      </h2>
      {streams === undefined && !query.error && <CardSkeletons hasNames />}
      {streams === undefined && query.error && <LoadFailed title={t('listLoadFailed')} query={query} />}
      {streams?.length === 0 && (
        <p className="text-ink-2">{category ? t('recentEmptyInCategory', { category }) : t('recentEmpty')}</p>
      )}
      {streams && streams.length > 0 && <StreamListCard streams={streams} hasNames />}
      <ListFooter query={query} failed={t('moreFailed')} />
    </section>
  )
}

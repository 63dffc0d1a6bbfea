import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/movements.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { LoadMore } from './load-more.tsx'
import { RowSkeletons, StreamSheet } from './stream-sheet.tsx'
import { useRecentStreams } from './use-stream-pages.ts'

/** What was live lately, of one movement or category or of all. */
export function RecentStreams({ category }: { category: MovementOrCategory | undefined }) {
  const t = useTranslations('streams')
  const { streams, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useRecentStreams(category)
  return (
    <section aria-labelledby="recent-streams">
      <h2 id="recent-streams" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
        {t('recent')}
      </h2>
      {streams === undefined && !error && <RowSkeletons />}
      {streams === undefined && error && (
        <LoadFailed
          title={t('listLoadFailed')}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {streams?.length === 0 && (
        <p className="text-ink-2">{category ? t('recentEmptyOf', { category }) : t('recentEmpty')}</p>
      )}
      {streams && streams.length > 0 && <StreamSheet streams={streams} isNamed />}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
    </section>
  )
}

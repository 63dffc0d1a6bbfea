import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/live/movements.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { StreamListCard } from './stream-list-card.tsx'
import { useUpcomingStreams } from './use-stream-pages.ts'

/** The announced streams, of one movement or category if given, the next one first; without any it renders nothing. */
export function ComingUp({ category }: { category: MovementOrCategory | undefined }) {
  const t = useTranslations('streams')
  const query = useUpcomingStreams(category)
  const streams = query.items ?? []
  if (streams.length === 0) return null
  return (
    <section aria-labelledby="coming-up">
      <h2 id="coming-up" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
        {t('comingUp')}
      </h2>
      <StreamListCard streams={streams} hasNames />
      <ListFooter query={query} failed={t('moreFailed')} />
    </section>
  )
}

import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/movements.ts'
import { ListFoot } from '#web/lib/list-foot.tsx'
import { StreamSheet } from './stream-sheet.tsx'
import { useUpcomingStreams } from './use-stream-pages.ts'

/** What is announced, the next one first; nothing where nothing is. `category` shows this movement's or category's alone. */
export function ComingUp({ category }: { category?: MovementOrCategory | undefined }) {
  const t = useTranslations('streams')
  const query = useUpcomingStreams(category)
  const streams = query.items ?? []
  if (streams.length === 0) return null
  return (
    <section aria-labelledby="coming-up">
      <h2 id="coming-up" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
        {t('comingUp')}
      </h2>
      <StreamSheet streams={streams} isNamed />
      <ListFoot query={query} failed={t('moreFailed')} />
    </section>
  )
}

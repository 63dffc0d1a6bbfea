import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/live/movements.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardSkeletons, StreamListCard } from './stream-list-card.tsx'
import { useUpcomingStreams } from './use-stream-pages.ts'

type ComingUpProps = {
  /** Shows only streams of this movement or category. */
  category?: MovementOrCategory | undefined
  /**
   * Content below the list. It loads invisibly, behind the list's skeleton, until the list is loaded: otherwise it
   * would jump when the list appears.
   */
  children?: ReactNode
}

/** The announced streams, the next one first; renders no list if there are none. */
export function ComingUp({ category, children }: ComingUpProps) {
  const t = useTranslations('streams')
  const query = useUpcomingStreams(category)
  const streams = query.items ?? []
  const isWaiting = query.isPending && children !== undefined
  return (
    <>
      {isWaiting && (
        <div>
          <div className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
            <Skeleton className="h-6 w-32" />
          </div>
          <CardSkeletons hasNames />
        </div>
      )}
      {streams.length > 0 && (
        <section aria-labelledby="coming-up">
          <h2 id="coming-up" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
            {t('comingUp')}
          </h2>
          <StreamListCard streams={streams} hasNames />
          <ListFooter query={query} failed={t('moreFailed')} />
        </section>
      )}
      {children !== undefined && <div className={`contents ${isWaiting ? 'invisible' : ''}`}>{children}</div>}
    </>
  )
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { MovementOrCategory } from '#shared/movements.ts'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SheetSkeletons, StreamSheet } from './stream-sheet.tsx'
import { useUpcomingStreams } from './use-stream-pages.ts'

type ComingUpProps = {
  /** Shows this movement's or category's alone. */
  category?: MovementOrCategory | undefined
  /**
   * What stands below. It is loaded but stays invisible, behind this list's skeleton, until it is known whether anything
   * is announced: otherwise it would jump down, or up when nothing is.
   */
  children?: ReactNode
}

/** What is announced, the next one first; nothing where nothing is. */
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
          <SheetSkeletons />
        </div>
      )}
      {streams.length > 0 && (
        <section aria-labelledby="coming-up">
          <h2 id="coming-up" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
            {t('comingUp')}
          </h2>
          <StreamSheet streams={streams} isNamed />
          <ListFooter query={query} failed={t('moreFailed')} />
        </section>
      )}
      {children !== undefined && <div className={`contents ${isWaiting ? 'invisible' : ''}`}>{children}</div>}
    </>
  )
}

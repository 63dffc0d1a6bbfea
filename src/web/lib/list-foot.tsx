import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { prefersLessData } from './less-data.ts'
import { LoadFailed } from './load-failed.tsx'
import { useNear } from './use-near.ts'

type ListFootProps = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
  error: unknown
  /** Says that what follows could not be loaded. */
  failed: string
  /** Goes on by itself as the list's end comes near. */
  isEndless?: boolean
  /** Stands where nothing follows. */
  end?: ReactNode
}

/** The foot of a list: the way on, what went wrong with it, or the mark of its end. */
export function ListFoot({ isEndless = false, end = null, ...pages }: ListFootProps) {
  const t = useTranslations('lists')
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = pages
  const goOn = () => void pages.fetchNextPage()
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const ref = useNear<HTMLDivElement>(isEndless && isWaiting && !prefersLessData(), goOn)
  if (!hasNextPage) return end
  return (
    <div ref={ref} className="grid justify-items-center py-6">
      {isFetchNextPageError ? (
        <LoadFailed title={pages.failed} error={error} isRetrying={isFetchingNextPage} onRetry={goOn} />
      ) : (
        <Button pending={isFetchingNextPage} pendingText={t('loadingMore')} onClick={goOn}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  )
}

import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { LoadFailed } from './load-failed.tsx'
import { useInView } from '#web/lib/hooks/use-in-view.ts'

type ListFootProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
    error: unknown
  }
  /** Says that what follows could not be loaded. */
  failed: string
  /** Goes on by itself as the list's end comes near. */
  isEndless?: boolean
  /** Marks the end of the list. */
  end?: string
}

/** About a screen below the window, so that what is next is there in time. */
const NEAR = '0px 0px 900px 0px'

/** The foot of a list: the way on, what went wrong with it, or the mark of its end. */
export function ListFooter({ query, failed, isEndless = false, end }: ListFootProps) {
  const t = useTranslations('lists')
  const savesData = useReducedData()
  const foot = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = query
  const goOn = () => query.fetchNextPage()
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useInView(foot, (isNear) => isNear && void goOn(), {
    isActive: isEndless && isWaiting && !savesData,
    rootMargin: NEAR,
  })
  if (!hasNextPage) return end === undefined ? null : <End text={end} />
  return (
    <div ref={foot} className="grid justify-items-center py-6">
      {isFetchNextPageError ? (
        <LoadFailed title={failed} query={{ error, isFetching: isFetchingNextPage, refetch: goOn }} />
      ) : (
        <Button pending={isFetchingNextPage} pendingText={t('loadingMore')} onClick={() => void goOn()}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  )
}

function End({ text }: { text: string }) {
  return (
    <p className="grid justify-items-center gap-2.5 py-7 text-center text-small text-ink-3">
      <span aria-hidden className="marker-332 w-10" />
      {text}
    </p>
  )
}

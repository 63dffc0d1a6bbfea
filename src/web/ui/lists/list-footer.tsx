import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { useReducedData } from '#web/lib/storage/data-saver.ts'
import { LoadFailed } from './load-failed.tsx'
import { useKeyboardInside } from '#web/lib/hooks/use-keyboard-inside.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'

type ListFooterProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
    error: unknown
  }
  /** Title of the error when the next page could not be loaded. */
  failed: string
  /** Loads the next page automatically near the end of the list, while the keyboard isn't used in it. */
  isEndless?: boolean
  /** Text at the end of the list. */
  end?: string
}

/** About one screen below the viewport, so that the next page is loaded in time. */
const PRELOAD_MARGIN = '0px 0px 900px 0px'

/** The footer of a list: the button for the next page, its error, or the end of the list. */
export function ListFooter({ query, failed, isEndless = false, end }: ListFooterProps) {
  const t = useTranslations('lists')
  const savesData = useReducedData()
  const footer = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = query
  const loadNextPage = () => query.fetchNextPage()
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  // Otherwise the end of the page moves away with every Tab.
  const usesKeyboard = useKeyboardInside(footer, isEndless && hasNextPage)
  useInView(footer, (isNear) => isNear && void loadNextPage(), {
    isActive: isEndless && canLoad && !savesData && !usesKeyboard,
    rootMargin: PRELOAD_MARGIN,
  })
  if (!hasNextPage) return end === undefined ? null : <End text={end} />
  return (
    <div ref={footer} className="grid justify-items-center py-6">
      {isFetchNextPageError ? (
        <LoadFailed title={failed} query={{ error, isFetching: isFetchingNextPage, refetch: loadNextPage }} />
      ) : (
        <Button
          pending={isFetchingNextPage}
          pendingText={t('loadingMore')}
          onClick={() => void loadNextPage()}
        >
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

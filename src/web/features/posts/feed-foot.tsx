import { useTranslations } from 'use-intl/react'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useLessData } from '#web/lib/less-data.ts'
import { useNear } from '#web/lib/use-near.ts'
import { Button } from '#web/ui/button.tsx'

type FeedFootProps = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
  error: unknown
  /** Says that what follows could not be loaded. */
  failed: string
  /** Marks the end of the list. */
  end?: string
}

/** The way on, taken by itself as its end comes near; the mark of the list's end; or what went wrong. */
export function FeedFoot(props: FeedFootProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = props
  const goOn = () => void props.fetchNextPage()
  if (!hasNextPage && !props.end) return null
  if (!hasNextPage)
    return (
      <p className="grid justify-items-center gap-2.5 py-7 text-center text-small text-ink-3">
        <span aria-hidden className="marker-332 w-10" />
        {props.end}
      </p>
    )
  if (isFetchNextPageError)
    return (
      <div className="pt-5">
        <LoadFailed title={props.failed} error={error} isRetrying={isFetchingNextPage} onRetry={goOn} />
      </div>
    )
  return <WayOn isLoading={isFetchingNextPage} onLoad={goOn} />
}

/** A button for keyboards and for who saves data; for everyone else it presses itself. */
function WayOn({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  const t = useTranslations('posts')
  const savesData = useLessData()
  const ref = useNear<HTMLDivElement>(!isLoading && !savesData, onLoad)
  return (
    <div ref={ref} className="grid justify-items-center py-6">
      <Button pending={isLoading} pendingText={t('loadingMore')} onClick={onLoad}>
        {t('loadMore')}
      </Button>
    </div>
  )
}

import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow, useTranslations } from 'use-intl/react'
import type { Notification } from '#shared/notifications.ts'
import { useErrorText } from '#web/lib/api-text.ts'
import { prefersLessData } from '#web/lib/less-data.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useNear } from '#web/lib/use-near.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { ActivityRow } from './activity-row.tsx'
import { useActivity } from './use-activity.ts'
import { useReading } from './use-reading.ts'

const MINUTE = 60_000

type ActivityListProps = {
  /** Names one opening of the page. */
  visit: string
  /** Counts how often all marks were cleared. */
  cleared: number
}

/** What concerns the member, the latest first; seeing it is reading it. */
export function ActivityList({ visit, cleared }: ActivityListProps) {
  const t = useTranslations('activity')
  const { notifications, newCount, show, error, isFetching, refetch, ...pages } = useActivity(visit)
  if (!notifications)
    return error ? (
      <LoadFailed
        title={t('loadFailed')}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Sheet>
        <div className="px-(--gutter) py-2.5 md:px-5">
          <SkeletonRows />
        </div>
      </Sheet>
    )
  return (
    <div className="relative">
      <NewOnes count={newCount} onShow={show} />
      {notifications.length === 0 && <Nothing />}
      {notifications.length > 0 && <Rows key={cleared} notifications={notifications} visit={visit} />}
      {notifications.length > 0 && <Foot {...pages} error={error} />}
    </div>
  )
}

function Rows({ notifications, visit }: { notifications: readonly Notification[]; visit: string }) {
  const t = useTranslations('activity')
  const now = useNow({ updateInterval: MINUTE })
  const seen = useReading(visit)
  return (
    <Sheet>
      <ul aria-label={t('list')} className="divide-y divide-line">
        {notifications.map((notification) => (
          <ActivityRow key={notification.id} notification={notification} now={now} onSeen={seen} />
        ))}
      </ul>
    </Sheet>
  )
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <Card className="overflow-hidden max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0">
      {children}
    </Card>
  )
}

function Nothing() {
  const t = useTranslations('activity')
  return (
    <Card className="overflow-hidden">
      <EmptyState level={2} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    </Card>
  )
}

/** Says how many wait above the list, over what is read and without moving it. */
function NewOnes({ count, onShow }: { count: number; onShow: () => Promise<void> }) {
  const t = useTranslations('activity')
  const errorText = useErrorText()
  const { isPending, run } = useOnce(
    async () => {
      await onShow()
      scrollTo({ top: 0 })
    },
    (error) => toast({ variant: 'destructive', title: errorText(error) }),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold a button
    <div role="status" className="sticky top-3 z-5 flex h-0 justify-center">
      {count > 0 && (
        <Button
          size="sm"
          variant="on"
          pending={isPending}
          onClick={run}
          className="mt-3 animate-appear shadow-float"
        >
          <ArrowUp aria-hidden />
          {t('showNew', { count })}
        </Button>
      )}
    </div>
  )
}

type FootProps = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
  error: unknown
}

/** The way on, taken by itself as its end comes near; the mark of the list's end; or what went wrong. */
function Foot({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error }: FootProps) {
  const t = useTranslations('activity')
  const goOn = () => void fetchNextPage()
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !prefersLessData()
  const ref = useNear<HTMLDivElement>(isWaiting, goOn)
  if (!hasNextPage) return <p className="py-7 text-center text-small text-ink-3">{t('end')}</p>
  if (isFetchNextPageError)
    return (
      <div className="pt-5">
        <LoadFailed title={t('moreFailed')} error={error} isRetrying={isFetchingNextPage} onRetry={goOn} />
      </div>
    )
  return (
    <div ref={ref} className="grid justify-items-center py-6">
      <Button pending={isFetchingNextPage} pendingText={t('loadingMore')} onClick={goOn}>
        {t('loadMore')}
      </Button>
    </div>
  )
}

import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Notification } from '#shared/notifications/notifications.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { NoteAboveContext } from '#web/features/notifications/shared/money/note-above-context.ts'
import { NewItemsPill } from '#web/ui/lists/new-items-pill.tsx'
import { useFocusFirst } from '#web/lib/lists/use-focus-first.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ActivityRow } from './activity-row.tsx'
import { useActivity } from './use-activity.ts'
import { useMarkRead } from './use-mark-read.ts'

type ActivityListProps = {
  /** Identifies one visit of the page. */
  visitId: string
  /** How often "mark all as read" was used; a change resets the badges. */
  clearedCount: number
}

/** The current user's notifications, the latest first; showing one marks it as read. */
export function ActivityList({ visitId, clearedCount }: ActivityListProps) {
  const t = useTranslations('activity')
  const query = useActivity(visitId)
  const { items: notifications, newCount } = query
  const { list, showAndFocus } = useFocusFirst(newCount > 0, 'li > a, li > [tabindex]')
  if (!notifications)
    return query.error ? (
      <LoadFailed title={t('loadFailed')} query={query} />
    ) : (
      <ListCard>
        <div className="px-(--gutter) py-2.5 md:px-5">
          <SkeletonRows />
        </div>
      </ListCard>
    )
  return (
    <div className="relative">
      <NewItemsPill
        isShown={newCount > 0}
        onShow={async () => {
          await showAndFocus(() => query.show())
          scrollTo({ top: 0 })
        }}
      >
        {t('showNew', { count: newCount })}
      </NewItemsPill>
      {notifications.length === 0 && <NoActivity />}
      {notifications.length > 0 && (
        <Rows key={clearedCount} list={list} notifications={notifications} visitId={visitId} />
      )}
      {notifications.length > 0 && (
        <ListFooter query={query} failed={t('moreFailed')} isEndless end={t('end')} />
      )}
    </div>
  )
}

type RowsProps = {
  list: RefObject<HTMLUListElement | null>
  notifications: readonly Notification[]
  visitId: string
}

function Rows({ list, notifications, visitId }: RowsProps) {
  const t = useTranslations('activity')
  const onSeen = useMarkRead(visitId)
  const hasNoteAbove = markFirstTip(notifications)
  return (
    <ListCard>
      <ul ref={list} aria-label={t('list')} className="divide-y divide-line">
        {notifications.map((notification) => (
          <NoteAboveContext key={notification.id} value={hasNoteAbove(notification)}>
            <ActivityRow notification={notification} onSeen={onSeen} />
          </NoteAboveContext>
        ))}
      </ul>
    </ListCard>
  )
}

/** The first tip says for all of them that no money moved, unless it did for some. */
function markFirstTip(notifications: readonly Notification[]): (notification: Notification) => boolean {
  const tips = notifications.flatMap((one) => (one.type === 'tip' ? one : []))
  const isSandbox = tips.every(({ tip }) => tip.isSandbox)
  return ({ id, type }) => type === 'tip' && isSandbox && id !== tips[0]?.id
}

function ListCard({ children }: { children: ReactNode }) {
  return (
    <Card className="overflow-hidden max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0">
      {children}
    </Card>
  )
}

function NoActivity() {
  const t = useTranslations('activity')
  return (
    <EmptyState isCard level={2} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  )
}

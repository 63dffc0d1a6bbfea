import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ActivityList } from '#web/features/notifications/notifications/activity-list.tsx'
import { MarkAllRead } from '#web/features/notifications/notifications/mark-all-read.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { ColumnFrame } from '#web/ui/pages/column-page.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/activity`: the current user's notifications. */
export function ActivityPage() {
  const t = useTranslations('activity')
  usePageTitle(t('title'))
  const { key: visitId } = useCurrentLocation()
  const [clearedCount, setClearedCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <ColumnFrame>
      <div className="mb-4 flex min-h-(--tap) flex-wrap items-center justify-between gap-3 md:mb-5">
        <PageHeading ref={heading} title={t('title')} />
        <MarkAllRead
          visitId={visitId}
          onDone={() => setClearedCount((count) => count + 1)}
          onFocusLost={() => heading.current?.focus()}
        />
      </div>
      <ActivityList key={visitId} visitId={visitId} clearedCount={clearedCount} />
    </ColumnFrame>
  )
}

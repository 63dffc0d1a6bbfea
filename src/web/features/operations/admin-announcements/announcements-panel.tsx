import { useTranslations } from 'use-intl/react'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementRow } from './announcement-row.tsx'
import { useAnnouncements } from './use-announcements.ts'

/** Writes an announcement, and lists the earlier ones with their progress. */
export function AnnouncementsPanel() {
  const t = useTranslations('adminAnnouncements')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <AnnouncementForm />
      <section aria-labelledby="sent-before">
        <h2 id="sent-before" className="mb-3 font-display text-section font-extrabold">
          {t('list')}
        </h2>
        <AnnouncementList />
      </section>
    </div>
  )
}

function AnnouncementList() {
  const t = useTranslations('adminAnnouncements')
  const query = useAnnouncements()
  const { items } = query
  if (!items) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  if (items.length === 0)
    return (
      <EmptyState level={3} title={t('emptyTitle')} isCard>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {items.map((announcement) => (
          <li key={announcement.id} className="min-w-0">
            <AnnouncementRow announcement={announcement} />
          </li>
        ))}
      </ul>
      <ListFooter query={query} failed={t('loadFailed')} />
    </>
  )
}

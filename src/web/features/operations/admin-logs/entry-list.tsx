import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { useLiveList } from './use-live-list.ts'

type EntryListProps<Item extends { id: string }> = {
  query: ReturnType<typeof useLiveList<Item>>
  /** Title of the error when the list could not be loaded. */
  failed: string
  /** Title and sentence of a list without a filter that has no entry. */
  empty: { title: string; text: string }
  /** Removes all filters; undefined if there is none. */
  onShowAll: (() => void) | undefined
  renderEntry: (entry: Item) => ReactNode
}

/** The entries of a tab, or its loading, error or empty state. */
export function EntryList<Item extends { id: string }>({
  query,
  failed,
  empty,
  onShowAll,
  renderEntry,
}: EntryListProps<Item>) {
  const t = useTranslations('adminLogs')
  const { items } = query
  if (!items)
    return (
      <div className="border-t border-line p-4">
        {query.error ? <LoadFailed title={failed} query={query} /> : <SkeletonRows />}
      </div>
    )
  if (items.length === 0)
    return (
      <EmptyState
        level={2}
        title={onShowAll ? t('noMatchTitle') : empty.title}
        className="border-t border-line"
        action={onShowAll && <Button onClick={onShowAll}>{t('showAll')}</Button>}
      >
        {onShowAll ? t('noMatchText') : empty.text}
      </EmptyState>
    )
  return (
    <>
      <ul>
        {items.map((entry) => (
          <li key={entry.id} className="border-t border-line px-4 py-3">
            {renderEntry(entry)}
          </li>
        ))}
      </ul>
      <ListFooter query={query} failed={failed} />
    </>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { MEDIA_KINDS, type MediaItem } from '#shared/operations/admin-media.ts'
import { MIN_SEARCH } from '#shared/text/searchable.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useSearchText } from '#web/lib/hooks/use-search-text.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useFocusAfterRemoval } from '#web/lib/lists/use-focus-after-removal.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { SearchInput } from '#web/ui/forms/search-input.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { MediaCard } from './media-card.tsx'
import { MediaDialog } from './media-dialog.tsx'
import { type MediaFilter, mediaQuery, useMediaFilter } from './media-filter.ts'
import { useKindName } from './use-kind-name.ts'
import { useMediaList } from './use-media.ts'

type Change = ReturnType<typeof useMediaFilter>[1]

/** The stored media that matches the filter, the newest first. */
export function MediaLibrary() {
  const [filter, onChange] = useMediaFilter()
  const query = useMediaList(mediaQuery(filter))
  return (
    <Card className="overflow-clip">
      <FilterBar filter={filter} onChange={onChange} />
      <OwnerChip filter={filter} items={query.items} onChange={onChange} />
      <div className="border-t border-line p-4">
        <Items filter={filter} query={query} onChange={onChange} />
      </div>
    </Card>
  )
}

type FilterProps = { filter: MediaFilter; onChange: Change }

function FilterBar({ filter, onChange }: FilterProps) {
  const t = useTranslations('adminMedia')
  const kindName = useKindName()
  const [text, setText] = useSearchText(filter.search, (search) => onChange({ search }))
  return (
    <search className="flex flex-wrap gap-3 p-4">
      <SearchInput
        aria-label={t('search')}
        placeholder={t('searchHint', { min: String(MIN_SEARCH) })}
        className="flex-[1_1_280px]"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        aria-label={t('kind')}
        className="flex-[1_1_140px] md:flex-[0_0_200px]"
        value={filter.kind ?? ''}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
      >
        <option value="">{t('allKinds')}</option>
        {MEDIA_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kindName(kind)}
          </option>
        ))}
      </Select>
    </search>
  )
}

type ItemsOf = { items: readonly MediaItem[] | undefined }

/** The filter by an owner, which can be removed. */
function OwnerChip({ filter: { userId }, items, onChange }: FilterProps & ItemsOf) {
  const t = useTranslations('adminMedia')
  if (userId === null) return null
  const owner = items?.find(({ uploadedBy }) => uploadedBy?.id === userId)?.uploadedBy
  const label = t('member', { name: owner ? displayName(owner) : userId })
  return (
    <div className="px-4 pb-4">
      <Chip remove={{ label: t('removeFilter', { name: label }), onRemove: () => onChange({ userId: '' }) }}>
        <span className="min-w-0">{label}</span>
      </Chip>
    </div>
  )
}

type ItemsProps = FilterProps & { query: ReturnType<typeof useMediaList> }

function Items({ filter, query, onChange }: ItemsProps) {
  const t = useTranslations('adminMedia')
  const [openId, setOpenId] = useState<string | null>(null)
  const { items } = query
  const { region, setChanged } = useFocusAfterRemoval(items)
  if (!items) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {items.length === 0 ? (
        <NoMedia filter={filter} onChange={onChange} />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,150px),1fr))] gap-x-4 gap-y-5 md:grid-cols-[repeat(auto-fill,minmax(200px,1fr))]">
          {items.map((item) => (
            <li key={item.id} className="min-w-0">
              <MediaCard item={item} onOpen={() => setOpenId(item.id)} />
            </li>
          ))}
        </ul>
      )}
      <ListFooter query={query} failed={t('loadFailed')} />
      {openId !== null && (
        <MediaDialog
          id={openId}
          onClose={() => setOpenId(null)}
          onDeleted={() => setChanged(openId)}
          onOwner={(userId) => {
            setOpenId(null)
            onChange({ userId, search: '', kind: '' })
          }}
        />
      )}
    </div>
  )
}

function NoMedia({ filter, onChange }: FilterProps) {
  const t = useTranslations('adminMedia')
  if (Object.keys(mediaQuery(filter)).length === 0)
    return (
      <EmptyState level={2} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <EmptyState
      level={2}
      title={t('noMatchTitle')}
      action={<Button onClick={() => onChange({ kind: '', userId: '', search: '' })}>{t('showAll')}</Button>}
    >
      {t('noMatchText')}
    </EmptyState>
  )
}

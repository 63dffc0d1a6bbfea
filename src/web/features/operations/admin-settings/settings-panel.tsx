import { Plus } from '#web/ui/icons/plus.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import type { SettingCategory } from '#shared/settings/setting.ts'
import { fold } from '#shared/text/fold.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddSettingDialog } from './setting-dialog.tsx'
import { SettingList } from './setting-list.tsx'
import { SettingsFilterBar } from './settings-filter-bar.tsx'
import { useCategoryFilter } from './use-category-filter.ts'
import { useSettings } from './use-settings.ts'

/** All site settings by category, filtered by category and by text. */
export function SettingsPanel() {
  const t = useTranslations('adminSettings')
  const [category, setCategory] = useCategoryFilter()
  const [text, setText] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const query = useSettings()
  const all = query.data
  const settings = all?.filter((setting) => matches(setting, { category, text }))
  const showAll = () => {
    setText('')
    setCategory(null)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <SettingsFilterBar text={text} category={category} onText={setText} onCategory={setCategory}>
          <Button
            className="max-w-full whitespace-normal!"
            variant="action"
            onClick={() => setIsAdding(true)}
          >
            <Plus aria-hidden />
            {t('add')}
          </Button>
        </SettingsFilterBar>
        <output className="num text-small text-ink-2">
          {settings && t('count', { count: settings.length })}
        </output>
      </Card>
      {settings ? (
        settings.length > 0 ? (
          <SettingList settings={settings} />
        ) : (
          <NoSettings isSearch={text.trim() !== ''} onShowAll={showAll} />
        )
      ) : query.error ? (
        <LoadFailed title={t('loadFailed')} query={query} />
      ) : (
        <SkeletonRows />
      )}
      {isAdding && (
        <AddSettingDialog existing={all ?? []} category={category} onClose={() => setIsAdding(false)} />
      )}
    </div>
  )
}

function NoSettings({ isSearch, onShowAll }: { isSearch: boolean; onShowAll: () => void }) {
  const t = useTranslations('adminSettings')
  return (
    <EmptyState
      level={2}
      isCard
      title={isSearch ? t('noMatchTitle') : t('emptyTitle')}
      action={<Button onClick={onShowAll}>{t('showAll')}</Button>}
    >
      {isSearch ? t('noMatchText') : t('emptyText')}
    </EmptyState>
  )
}

type Filter = { category: SettingCategory | null; text: string }

function matches({ key, description, category }: SiteSetting, filter: Filter): boolean {
  if (filter.category !== null && category !== filter.category) return false
  return fold(`${key}\n${description ?? ''}`).includes(fold(filter.text.trim()))
}

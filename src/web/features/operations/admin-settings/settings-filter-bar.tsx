import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { SETTING_CATEGORIES, type SettingCategory } from '#shared/settings/setting.ts'
import { Select } from '#web/ui/forms/input.tsx'
import { SearchInput } from '#web/ui/forms/search-input.tsx'
import { useCategoryName } from './use-setting-names.ts'

type FilterBarProps = {
  text: string
  /** Null lists all. */
  category: SettingCategory | null
  onText: (text: string) => void
  onCategory: (category: SettingCategory | null) => void
  /** A button at the end. */
  children: ReactNode
}

/** The search in keys and descriptions, and the filter of categories. */
export function SettingsFilterBar({ text, category, onText, onCategory, children }: FilterBarProps) {
  const t = useTranslations('adminSettings')
  const categoryName = useCategoryName()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <search className="contents">
        <SearchInput
          aria-label={t('search')}
          placeholder={t('search')}
          className="flex-[1_1_280px]"
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        <Select
          aria-label={t('category')}
          className="flex-[1_1_140px] md:flex-[0_0_180px]"
          value={category ?? ''}
          onChange={({ currentTarget }) =>
            onCategory(SETTING_CATEGORIES.find((each) => each === currentTarget.value) ?? null)
          }
        >
          <option value="">{t('all')}</option>
          {SETTING_CATEGORIES.map((each) => (
            <option key={each} value={each}>
              {categoryName(each)}
            </option>
          ))}
        </Select>
      </search>
      {children}
    </div>
  )
}

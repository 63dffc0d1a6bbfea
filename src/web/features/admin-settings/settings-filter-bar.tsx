import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { SETTING_CATEGORIES, type SettingCategory } from '#shared/settings/setting.ts'
import { Input, Select } from '#web/ui/forms/input.tsx'
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
        <span className="relative block min-w-0 flex-[1_1_280px]">
          <Search
            aria-hidden
            className="pointer-events-none absolute start-3.5 top-3.5 size-5 stroke-[1.9] text-ink-2"
          />
          <Input
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            autoComplete="off"
            spellCheck={false}
            className="ps-11"
            value={text}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        </span>
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

import { useTranslations } from 'use-intl/react'
import { MIN_SEARCH } from '#shared/text/searchable.ts'
import { useSearchText } from '#web/lib/hooks/use-search-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select } from '#web/ui/forms/input.tsx'
import { SearchInput } from '#web/ui/forms/search-input.tsx'
import type { Days } from './filters.ts'

/** Searches while the admin types. */
export function SearchField({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useTranslations('adminLogs')
  const [text, setText] = useSearchText(value, onChange)
  return (
    <Field label={t('search')} className="sm:col-span-full xl:col-span-2">
      <SearchInput
        placeholder={t('searchHint', { min: String(MIN_SEARCH) })}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </Field>
  )
}

type ChoiceProps = {
  label: string
  /** The text of no choice. */
  all: string
  value: string | null
  options: readonly { value: string; name: string }[]
  onChange: (value: string) => void
}

/** One of several values, or none. */
export function ChoiceField({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type PeriodProps = { days: Days; onChange: (change: Partial<Days>) => void }

/** The first and the last day of a period. */
export function PeriodFields({ days: { from, to }, onChange }: PeriodProps) {
  const t = useTranslations('adminLogs')
  return (
    <>
      <Field label={t('from')}>
        <Input
          type="date"
          max={to || undefined}
          value={from}
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
        />
      </Field>
      <Field label={t('to')}>
        <Input
          type="date"
          min={from || undefined}
          value={to}
          onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
        />
      </Field>
    </>
  )
}

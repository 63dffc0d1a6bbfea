import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { MAX_LOG_SEARCH, MIN_LOG_SEARCH } from '#shared/admin-logs.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select } from '#web/ui/forms/input.tsx'
import type { Days } from './filters.ts'

/** Between the last key and the search. */
const DELAY_MS = 250

/** Searches while the admin types. */
export function SearchField({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useTranslations('adminLogs')
  const [text, setText] = useState(value)
  const search = useEffectEvent((typed: string) => {
    if (typed.trim() !== value) onChange(typed.trim())
  })
  useEffect(() => {
    const timer = setTimeout(() => search(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  // The filter was changed elsewhere, as by 'Show all'.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  return (
    <Field label={t('search')} className="sm:col-span-full xl:col-span-2">
      <span className="relative block">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3.5 top-3.5 size-5 stroke-[1.9] text-ink-2"
        />
        <Input
          type="search"
          placeholder={t('searchHint', { min: String(MIN_LOG_SEARCH) })}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_LOG_SEARCH}
          className="ps-11"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </span>
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

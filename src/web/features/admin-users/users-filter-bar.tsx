import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { USER_STATUSES } from '#shared/admin-users.ts'
import { role as roleSchema } from '#shared/role-schema.ts'
import { ROLES } from '#shared/roles.ts'
import { useRoleName } from '#web/lib/role-badge.tsx'
import { Input, Select } from '#web/ui/forms/input.tsx'
import type { UsersFilter } from './users-filter.ts'

type FilterBarProps = { filter: UsersFilter; onChange: (change: Partial<UsersFilter>) => void }

/** Between the last key and the search. */
const DELAY_MS = 250

/** The search field, which searches while the admin types, and the filters of roles and statuses. */
export function UsersFilterBar({ filter, onChange }: FilterBarProps) {
  const t = useTranslations('adminUsers')
  const roleName = useRoleName()
  const [text, setText] = useState(filter.search)
  const search = useEffectEvent((typed: string) => {
    if (typed.trim() !== filter.search) onChange({ search: typed.trim() })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  // The filter was changed elsewhere, as by 'Show all'.
  const [shown, setShown] = useState(filter.search)
  if (shown !== filter.search) {
    setShown(filter.search)
    if (text.trim() !== filter.search) setText(filter.search)
  }
  return (
    <search className="flex flex-wrap gap-3 p-4">
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
          maxLength={254}
          className="ps-11"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </span>
      <Select
        aria-label={t('role')}
        className="flex-[1_1_140px] md:flex-[0_0_180px]"
        value={filter.role ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ role: roleSchema.safeParse(currentTarget.value).data ?? null })
        }
      >
        <option value="">{t('allRoles')}</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('status')}
        className="flex-[1_1_140px] md:flex-[0_0_180px]"
        value={filter.status ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ status: USER_STATUSES.find((status) => status === currentTarget.value) ?? null })
        }
      >
        <option value="">{t('allStatuses')}</option>
        <option value="active">{t('isActive')}</option>
        <option value="inactive">{t('isInactive')}</option>
        <option value="waiting">{t('isWaiting')}</option>
      </Select>
    </search>
  )
}

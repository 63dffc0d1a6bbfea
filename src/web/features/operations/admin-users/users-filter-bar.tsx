import { useTranslations } from 'use-intl/react'
import { USER_STATUSES } from '#shared/operations/admin-users.ts'
import { role as roleSchema } from '#shared/role-schema.ts'
import { ROLES } from '#shared/roles.ts'
import { useSearchText } from '#web/lib/hooks/use-search-text.ts'
import { useRoleName } from '#web/features/accounts/shared/badges/role-badge.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { SearchInput } from '#web/ui/forms/search-input.tsx'
import type { UsersFilter } from './users-filter.ts'

type FilterBarProps = { filter: UsersFilter; onChange: (change: Partial<UsersFilter>) => void }

/** The search field, which searches while the admin types, and the filters of roles and statuses. */
export function UsersFilterBar({ filter, onChange }: FilterBarProps) {
  const t = useTranslations('adminUsers')
  const roleName = useRoleName()
  const [text, setText] = useSearchText(filter.search, (search) => onChange({ search }))
  return (
    <search className="flex flex-wrap gap-3 p-4">
      <SearchInput
        aria-label={t('search')}
        placeholder={t('search')}
        className="flex-[1_1_280px]"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
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

import {
  MAX_USERS_OFFSET,
  USERS_PAGE_SIZE,
  USER_STATUSES,
  type UserStatus,
} from '#shared/operations/admin-users.ts'
import { role as roleSchema } from '#shared/role-schema.ts'
import { type Role } from '#shared/roles.ts'
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts'

/** The filter in the URL: `?search=&role=&status=&page=`. */
export type UsersFilter = {
  search: string
  /** Null lists all roles. */
  role: Role | null
  /** Null lists all. */
  status: UserStatus | null
  /** The first page is 1. */
  page: number
}

/** The last page that can be requested. */
const MAX_PAGE = MAX_USERS_OFFSET / USERS_PAGE_SIZE + 1

export function useUsersFilter(): [UsersFilter, (change: Partial<UsersFilter>) => void] {
  const [values, setValues] = useUrlFilter(['search', 'role', 'status', 'page'])
  const filter = {
    search: values.search,
    role: roleSchema.safeParse(values.role).data ?? null,
    status: USER_STATUSES.find((status) => status === values.status) ?? null,
    page: Math.min(MAX_PAGE, Math.max(1, Math.floor(Number(values.page)) || 1)),
  }
  const setFilter = (change: Partial<UsersFilter>) => {
    // Another search, role or status begins at the first page.
    const { search, role, status, page } = { ...filter, page: 1, ...change }
    setValues({ search, role: role ?? '', status: status ?? '', page: page > 1 ? String(page) : '' })
  }
  return [filter, setFilter]
}

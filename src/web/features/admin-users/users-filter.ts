import { useSearch } from 'wouter'
import { USER_STATUSES, type UserStatus } from '#shared/admin-users.ts'
import { role as roleSchema } from '#shared/role-schema.ts'
import { type Role } from '#shared/roles.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'

/** What is listed, as in the URL: `?search=&role=&status=&page=`. */
export type UsersFilter = {
  search: string
  /** Null lists all roles. */
  role: Role | null
  /** Null lists all. */
  status: UserStatus | null
  /** The first page is 1. */
  page: number
}

export function useUsersFilter(): [UsersFilter, (change: Partial<UsersFilter>) => void] {
  const params = new URLSearchParams(useSearch())
  const filter = {
    search: params.get('search') ?? '',
    role: roleSchema.safeParse(params.get('role')).data ?? null,
    status: USER_STATUSES.find((status) => status === params.get('status')) ?? null,
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  }
  const setFilter = (change: Partial<UsersFilter>) => {
    // Another search, role or status begins at the first page.
    const { search, role, status, page } = { ...filter, page: 1, ...change }
    const query = new URLSearchParams({
      ...(search && { search }),
      ...(role && { role }),
      ...(status && { status }),
      ...(page > 1 && { page: String(page) }),
    }).toString()
    navigation.navigate(location.pathname + (query && `?${query}`), { replace: true })
  }
  return [filter, setFilter]
}

import type { CurrentUser } from '#shared/accounts/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { cacheEntities } from '#web/api/entities.ts'

/** Caches the current user's changed record, so that header, profile and lists show it. */
export function cacheCurrentUser(user: CurrentUser): void {
  setCurrentUser(user)
  cacheEntities('users', [user])
}

import type { OwnUser } from '#shared/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { cacheEntities } from '#web/api/entities.ts'

/** Header, profile and lists show a member's changed record at once. */
export function cacheOwnUser(user: OwnUser): void {
  setCurrentUser(user)
  cacheEntities('users', [user])
}

import type { OwnUser } from '#shared/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { keepEntities } from '#web/api/entities.ts'

/** Header, profile and lists show a member's changed record at once. */
export function keepOwnUser(user: OwnUser): void {
  setCurrentUser(user)
  keepEntities('users', [user])
}

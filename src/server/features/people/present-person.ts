import type { Person } from '#shared/follows.ts'
import { presentPublicUser } from '#server/features/users/present-user.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'

export type PersonRow = { user: UserRow; isFollowing: boolean }

/** A member in a list, and whether the one who looks follows it. */
export function presentPerson({ user, isFollowing }: PersonRow, viewer: Caller | null): Person {
  return { ...presentPublicUser(user, viewer), viewer: { isFollowing } }
}

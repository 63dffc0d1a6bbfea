import type { UserSummary } from '#shared/follows.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'

/** What is read of a member for a list, whatever else it says of itself. */
export type UserSummaryRow = Pick<
  UserRow,
  'id' | 'handle' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'followersCount'
> & { isFollowing: boolean }

/** A member in a list, and whether the one who looks follows it. */
export function presentUserSummary(row: UserSummaryRow, viewer: Caller | null): UserSummary {
  const { followersCount, isFollowing } = row
  return { ...presentUserRef(row, viewer), followersCount, viewer: { isFollowing } }
}

import type { UserSummary } from '#shared/accounts/follows.ts'
import { type ShownUserRow, presentShownUser } from '#server/features/accounts/users/present-user.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'

/** The columns of a user in a list; leaves out the long ones, such as bios. */
export type UserSummaryRow = ShownUserRow &
  Pick<UserRow, 'isPremium' | 'followersCount'> & { isFollowing: boolean }

/** A user in a list, and whether the requester follows them. */
export function presentUserSummary(row: UserSummaryRow, requester: Caller | null): UserSummary {
  const { isPremium, followersCount, isFollowing } = row
  return { ...presentShownUser(row, requester), isPremium, followersCount, viewer: { isFollowing } }
}

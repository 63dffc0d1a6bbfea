import type { Executor } from '#server/db/executor.ts'
import { hasBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { withoutLiveState } from '#server/features/accounts/users/present-user.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'

/** Returns a user who is shown by a link, without the live state if there is a block between the user and the requester. */
export async function hideLiveStateIfBlocked(
  db: Executor,
  user: UserRow,
  requester: Caller | null,
): Promise<UserRow> {
  if (!requester || user.liveStreamId === null || user.id === requester.id) return user
  return (await hasBlockBetween(db, requester.id, user.id)) ? withoutLiveState(user) : user
}

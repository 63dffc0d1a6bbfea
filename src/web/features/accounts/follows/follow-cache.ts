import type { UserSummary } from '#shared/accounts/follows.ts'
import { updateEntity, cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import type { ToggleState } from '#web/ui/toggles/use-toggle.ts'

/** Cache key of whether the current user follows this one. */
export const followingKey = (userId: string) => ['following', userId] as const

/** Follows and unfollows of the current user that are being sent. */
export const followIntents = new LastIntent<boolean, ToggleState>()

/** Caches the users of a list and whether the current user follows them. Returns their ids. */
export function cacheUsers(users: readonly UserSummary[]): string[] {
  for (const { id, viewer } of users)
    if (!followIntents.isRunning(id)) queryClient.setQueryData(followingKey(id), viewer.isFollowing)
  return cacheEntities('userSummaries', users)
}

/** Updates the followers count in a user's full record and in its list entry. */
export function updateFollowersCount(userId: string, change: (count: number) => number): void {
  for (const kind of ['users', 'userSummaries'] as const)
    updateEntity<{ followersCount: number }>(kind, userId, ({ followersCount }) => ({
      followersCount: change(followersCount),
    }))
}

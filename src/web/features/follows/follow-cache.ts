import type { UserSummary } from '#shared/follows.ts'
import { updateEntity, cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { LastIntent } from '#web/lib/last-intent.ts'

/** Where the cache keeps whether the current member follows this one. */
export const followingKey = (userId: string) => ['following', userId] as const

/** What the member wishes of follows, until the server has granted it. */
export const followIntents = new LastIntent<boolean, { following: boolean; followersCount: number }>()

/** Puts what a list brought of members in its place, with whether one follows them; answers their ids. */
export function cacheUsers(persons: readonly UserSummary[]): string[] {
  for (const { id, viewer } of persons)
    if (!followIntents.isRunning(id)) queryClient.setQueryData(followingKey(id), viewer.isFollowing)
  return cacheEntities('persons', persons)
}

/** How many follow a member stands in its record, and in what lists show of it. */
export function updateFollowersCount(userId: string, change: (count: number) => number): void {
  for (const kind of ['users', 'persons'] as const)
    updateEntity<{ followersCount: number }>(kind, userId, ({ followersCount }) => ({
      followersCount: change(followersCount),
    }))
}

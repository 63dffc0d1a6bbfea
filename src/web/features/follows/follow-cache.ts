import type { Person } from '#shared/follows.ts'
import { changeEntity, keepEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { LastIntent } from '#web/lib/last-intent.ts'

/** Where the cache keeps whether the current member follows this one. */
export const followingKey = (userId: string) => ['following', userId] as const

/** What the member wishes of follows, until the server has granted it. */
export const followWishes = new LastIntent<boolean, { following: boolean; followersCount: number }>()

/** Puts what a list brought of members in its place, with whether one follows them; answers their ids. */
export function keepPeople(persons: readonly Person[]): string[] {
  for (const { id, viewer } of persons)
    if (!followWishes.isRunning(id)) queryClient.setQueryData(followingKey(id), viewer.isFollowing)
  return keepEntities('persons', persons)
}

/** How many follow a member stands in its record, and in what lists show of it. */
export function changeFollowers(userId: string, change: (count: number) => number): void {
  for (const kind of ['users', 'persons'] as const)
    changeEntity<{ followersCount: number }>(kind, userId, ({ followersCount }) => ({
      followersCount: change(followersCount),
    }))
}

import { listFollowers, listFollowing } from '#shared/accounts/follows.ts'
import { callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { cacheUsers } from './follow-cache.ts'

/** The followers of a user, or the users they follow. */
export type FollowListKind = 'followers' | 'following'

/** The latest follow first; reloaded at each visit. */
export function useFollowPages(userId: string, kind: FollowListKind) {
  return usePages({
    key: ['people', kind, userId],
    load: async (cursor) => {
      const endpoint = kind === 'followers' ? listFollowers : listFollowing
      const page = await callList(endpoint, { params: { userId }, query: { cursor } })
      cacheUsers(page.items)
      return page
    },
    idOf: getId,
    staleMs: 0,
  })
}

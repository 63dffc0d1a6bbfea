import { updateEntity } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { updateFollowersCount, followingKey, followIntents } from './follow-cache.ts'

/** Shows whom the member has followed on another page of its own; a wish of this page that is on its way is newer. */
export function useOwnFollows(me: string): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type !== 'follow_changed') return
      const { isFollowing, followersCount, followingCount } = message.data
      updateEntity('users', me, () => ({ followingCount }))
      if (followIntents.isRunning(message.userId)) return
      queryClient.setQueryData(followingKey(message.userId), isFollowing)
      updateFollowersCount(message.userId, () => followersCount)
    },
  })
}

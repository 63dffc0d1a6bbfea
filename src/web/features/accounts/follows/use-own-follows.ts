import { updateEntity } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { updateFollowersCount, followingKey, followIntents } from './follow-cache.ts'

/** Applies follows from the user's other pages, unless this page has a newer one in flight. */
export function useOwnFollows(currentUserId: string): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type !== 'follow_changed') return
      const { isFollowing, followersCount, followingCount } = message.data
      updateEntity('users', currentUserId, () => ({ followingCount }))
      if (followIntents.isRunning(message.userId)) return
      queryClient.setQueryData(followingKey(message.userId), isFollowing)
      updateFollowersCount(message.userId, () => followersCount)
    },
  })
}

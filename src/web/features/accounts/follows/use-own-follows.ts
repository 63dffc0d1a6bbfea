import { updateEntity } from '#web/api/entities.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { applyOwnChange } from '#web/ui/toggles/use-toggle.ts'
import { userFollow } from './use-follow.ts'

/** Applies follows from the user's other pages. */
export function useOwnFollows(currentUserId: string): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type !== 'follow_changed') return
      const { isFollowing, followersCount, followingCount } = message.data
      updateEntity('users', currentUserId, () => ({ followingCount }))
      applyOwnChange(userFollow, message.userId, { isOn: isFollowing, count: followersCount })
    },
  })
}

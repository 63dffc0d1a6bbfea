import { socket } from './socket.ts'
import { useSocketMessages } from './use-socket-messages.ts'

type FeedChanges = {
  onCreated: (post: { postId: string; authorId: string }) => void
  onDeleted: (postId: string) => void
  /** Called after a reconnect: changes may have been missed. */
  onReconnected: () => void
}

/** Subscribes to created and deleted posts, while `isActive`. */
export function useFeedChanges(
  isActive: boolean,
  { onCreated, onDeleted, onReconnected }: FeedChanges,
): void {
  useSocketMessages(isActive ? 'feed' : null, {
    onConnected: (isFirst) => {
      socket.send({ type: 'subscribe_feed' })
      if (!isFirst) onReconnected()
    },
    onMessage: (message) => {
      if (message.type === 'post_created') onCreated(message)
      else if (message.type === 'post_deleted') onDeleted(message.postId)
    },
  })
}

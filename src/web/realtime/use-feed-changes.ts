import { useEffect, useEffectEvent } from 'react'
import { socket } from './socket.ts'

type FeedChanges = {
  onCreated: (post: { postId: string; authorId: string }) => void
  onDeleted: (postId: string) => void
  /** The socket was away and is back: something may have been missed. */
  onReturned: () => void
}

/** Follows what members post and delete, while `isActive`. */
export function useFeedChanges(isActive: boolean, changes: FeedChanges): void {
  const created = useEffectEvent(changes.onCreated)
  const deleted = useEffectEvent(changes.onDeleted)
  const returned = useEffectEvent(changes.onReturned)
  useEffect(() => {
    if (!isActive) return
    let isFirst = true
    const ends = [
      socket.onMessage((message) => {
        if (message.type === 'post_created') created(message)
        else if (message.type === 'post_deleted') deleted(message.postId)
      }),
      socket.onConnected(() => {
        socket.send({ type: 'subscribe_feed' })
        if (!isFirst) returned()
        isFirst = false
      }),
      socket.hold(),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [isActive])
}

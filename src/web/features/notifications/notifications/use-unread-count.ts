import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useChannel } from '#web/realtime/use-channel.ts'
import { fetchUnread, setUnread, UNREAD_KEY } from './unread-count.ts'

/** The current user's number of unread notifications: fetched once, then updated by socket messages. */
export function useUnreadCount(): number {
  const isSignedIn = Boolean(useCurrentUser())
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: fetchUnread,
    enabled: isSignedIn,
    // Without a subscriber to the socket the cached number becomes stale.
    gcTime: 0,
  })
  useChannel({
    channel: isSignedIn ? 'unread' : null,
    snapshot: data === undefined ? undefined : { cursor: String(data), at: dataUpdatedAt },
    onMessage: (message) => {
      if (message.type !== 'notification' && message.type !== 'notifications_withdrawn') return undefined
      setUnread(message.unreadCount)
      return String(message.unreadCount)
    },
    reload: async () => String((await refetch({ throwOnError: true })).data),
  })
  return data ?? 0
}

import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/api/current-user.ts'
import { fetchUnread, refetchUnread, setUnread, UNREAD_KEY } from './unread-count.ts'
import { useInbox } from './use-inbox.ts'

/** The current user's number of unread notifications: fetched once, then updated by socket messages. */
export function useUnreadCount(): number {
  const isSignedIn = Boolean(useCurrentUser())
  const { data = 0 } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: fetchUnread,
    enabled: isSignedIn,
    // Without a subscriber to the socket the cached number becomes stale.
    gcTime: 0,
  })
  useInbox(isSignedIn, {
    onMessage: ({ unreadCount }) => setUnread(unreadCount),
    onConnected: (isFirst) => {
      if (!isFirst) refetchUnread()
    },
  })
  return data
}

import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/api/current-user.ts'
import { fetchUnread, refetchUnread, setUnread, UNREAD_KEY } from './unread-count.ts'
import { useInbox } from './use-inbox.ts'

/** How many notifications the signed-in member has not read: asked once, then as the server tells it. */
export function useUnreadCount(): number {
  const isMember = Boolean(useCurrentUser())
  const { data = 0 } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: fetchUnread,
    enabled: isMember,
    // When nobody follows the socket any more the number is soon wrong.
    gcTime: 0,
  })
  useInbox(isMember, {
    onMessage: ({ unreadCount }) => setUnread(unreadCount),
    onConnected: (isFirst) => {
      if (!isFirst) refetchUnread()
    },
  })
  return data
}

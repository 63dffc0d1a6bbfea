import { useQuery } from '@tanstack/react-query'
import { getUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'

/** Whether the current user has blocked or muted a user; false until that is known. */
export function useHidingState(userId: string): { isBlocked: boolean; isMuted: boolean } {
  const { data } = useQuery({
    queryKey: ['hiding', userId],
    queryFn: () => call(getUser, { params: { userId } }),
    staleTime: 0,
  })
  return { isBlocked: data?.blockedByMe ?? false, isMuted: data?.mutedByMe ?? false }
}

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { followUser, getFollow } from '#shared/accounts/follows.ts'
import { getUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { pageUser } from '#web/api/page-user.ts'
import { queryClient } from '#web/api/query-client.ts'
import { countAfter, type ToggleState, type ToggleSubject, useToggle } from '#web/ui/toggles/use-toggle.ts'
import { updateFollowersCount, followingKey, followIntents } from './follow-cache.ts'

export const userFollow: ToggleSubject = {
  intents: followIntents,
  // A failed request counts as "not following": following twice does no harm.
  read: (userId) => ({ isOn: queryClient.getQueryData<boolean>(followingKey(userId)) ?? false }),
  show: showFollow,
  send: async (userId, isOn) => {
    const { following, followersCount } = await call(followUser, {
      params: { userId },
      body: { following: isOn },
    })
    return { isOn: following, count: followersCount }
  },
  reload: refetchFollow,
}

type Follow = {
  /** Undefined while it is loading. */
  isFollowing: boolean | undefined
  toggle: () => void
}

/**
 * Whether the current user follows `userId`, and a toggle, which calls `onSettled` with the server's final state.
 * Undefined for visitors and the user's own id.
 */
export function useFollow(userId: string, onSettled?: (isFollowing: boolean) => void): Follow | undefined {
  const currentUser = useCurrentUser()
  const t = useTranslations('people')
  const isOther = Boolean(currentUser && currentUser.id !== userId)
  const { data, isPending } = useQuery({
    queryKey: followingKey(userId),
    queryFn: () => fetchFollowing(userId),
    enabled: isOther,
  })
  const toggle = useToggle(userFollow, userId, {
    failed: { title: t('error'), description: t('followFailed') },
    onSettled: ({ isOn }) => {
      // Suggestions exclude followed users.
      void queryClient.invalidateQueries({ queryKey: ['suggested'] })
      onSettled?.(isOn)
    },
  })
  return isOther ? { isFollowing: isPending ? undefined : (data ?? false), toggle } : undefined
}

/** Shows whether the user is followed. Without a count, each cached count of followers changes by one. */
function showFollow(userId: string, { isOn, count }: ToggleState): void {
  const previous = queryClient.getQueryData<boolean>(followingKey(userId)) ?? false
  queryClient.setQueryData(followingKey(userId), isOn)
  if (count !== undefined) updateFollowersCount(userId, () => count)
  else if (previous !== isOn) updateFollowersCount(userId, (cached) => countAfter(isOn, cached))
}

async function refetchFollow(userId: string): Promise<void> {
  try {
    const [following, user] = await Promise.all([
      fetchFollowing(userId),
      call(getUser, { params: { userId } }),
    ])
    queryClient.setQueryData(entityKey('users', userId), user)
    showFollow(userId, { isOn: following, count: user.followersCount })
  } catch {
    // Without a response the previous state stays.
  }
}

async function fetchFollowing(userId: string): Promise<boolean> {
  const currentUserId = pageUser.get().user?.id ?? ''
  return (await call(getFollow, { params: { userId: currentUserId, streamerId: userId } })).following
}

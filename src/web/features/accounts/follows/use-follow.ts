import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { followUser, getFollow } from '#shared/accounts/follows.ts'
import { getUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { countAfter } from '#web/lib/optimistic-toggle.ts'
import { type FollowResult, updateFollowersCount, followingKey, followIntents } from './follow-cache.ts'

type Follow = {
  /** Undefined while it is loading. */
  isFollowing: boolean | undefined
  /** Follows or unfollows optimistically; `onDone` is called with the server's final state. */
  toggle: (onDone?: (following: boolean) => void) => void
}

/** Whether the current user follows `userId`, and a toggle. Undefined for visitors and the user's own id. */
export function useFollow(userId: string): Follow | undefined {
  const currentUser = useCurrentUser()
  const t = useTranslations('people')
  const showFailure = useFailureToast()
  const isOther = Boolean(currentUser && currentUser.id !== userId)
  const { data, isPending } = useQuery({
    queryKey: followingKey(userId),
    queryFn: () => fetchFollowing(currentUser?.id ?? '', userId),
    enabled: isOther,
  })
  if (!currentUser || !isOther) return undefined
  // A failed request counts as "not following": following twice does no harm.
  const isFollowing = isPending ? undefined : (data ?? false)
  return {
    isFollowing,
    toggle: (onDone) =>
      sendFollow({
        currentUserId: currentUser.id,
        userId,
        wasFollowing: isFollowing ?? false,
        onDone,
        onFailed: (error) => showFailure(error, { title: t('error'), description: t('followFailed') }),
      }),
  }
}

type FollowChange = {
  currentUserId: string
  userId: string
  wasFollowing: boolean
  onDone: ((following: boolean) => void) | undefined
  onFailed: (error: unknown) => void
}

function sendFollow({ currentUserId, userId, wasFollowing, onDone, onFailed }: FollowChange): void {
  const show = ({ following, followersCount }: FollowResult) => {
    queryClient.setQueryData(followingKey(userId), following)
    updateFollowersCount(userId, () => followersCount)
  }
  cacheFollowing(userId, !wasFollowing)
  followIntents.submit(userId, !wasFollowing, {
    send: (following) => call(followUser, { params: { userId }, body: { following } }),
    onSettled: (result) => {
      show(result)
      // Suggestions exclude followed users.
      void queryClient.invalidateQueries({ queryKey: ['suggested'] })
      onDone?.(result.following)
    },
    onFailed: (error, lastResult) => {
      if (lastResult) show(lastResult)
      else cacheFollowing(userId, wasFollowing)
      void refetchFollow(currentUserId, userId)
      onFailed(error)
    },
  })
}

/** Updates the cached state and the followers count. */
function cacheFollowing(userId: string, following: boolean): void {
  const previous = queryClient.getQueryData<boolean>(followingKey(userId)) ?? false
  queryClient.setQueryData(followingKey(userId), following)
  if (previous === following) return
  updateFollowersCount(userId, (count) => countAfter(following, count))
}

/** Reloads the state after a failure: an earlier request of the same run may have succeeded. */
async function refetchFollow(currentUserId: string, userId: string): Promise<void> {
  try {
    const [following, user] = await Promise.all([
      fetchFollowing(currentUserId, userId),
      call(getUser, { params: { userId } }),
    ])
    queryClient.setQueryData(followingKey(userId), following)
    queryClient.setQueryData(entityKey('users', userId), user)
    updateFollowersCount(userId, () => user.followersCount)
  } catch {
    // Without a response the previous state stays.
  }
}

async function fetchFollowing(currentUserId: string, userId: string): Promise<boolean> {
  return (await call(getFollow, { params: { userId: currentUserId, streamerId: userId } })).following
}

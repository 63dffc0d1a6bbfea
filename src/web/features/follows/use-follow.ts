import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { followUser, getFollow } from '#shared/follows.ts'
import { getUser } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useLoggedOut } from '#web/lib/navigation/logged-out.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { updateFollowersCount, followingKey, followIntents } from './follow-cache.ts'

type Follow = {
  /** Undefined while it is not known yet. */
  isFollowing: boolean | undefined
  /** Follows or unfollows, at once on the page; `onDone` hears what the server granted in the end. */
  toggle: (onDone?: (following: boolean) => void) => void
}

/** Whether the current member follows this one, and the way to change it. Undefined for visitors and for oneself. */
export function useFollow(userId: string): Follow | undefined {
  const me = useCurrentUser()
  const onFailed = useFailure()
  const isOther = Boolean(me && me.id !== userId)
  const { data, isPending } = useQuery({
    queryKey: followingKey(userId),
    queryFn: () => askFollowing(me?.id ?? '', userId),
    enabled: isOther,
  })
  if (!me || !isOther) return undefined
  // What could not be asked is taken for 'no': following again does no harm.
  const isFollowing = isPending ? undefined : (data ?? false)
  return {
    isFollowing,
    toggle: (onDone) => want({ me: me.id, userId, before: isFollowing ?? false, onDone, onFailed }),
  }
}

type Want = {
  me: string
  userId: string
  before: boolean
  onDone: ((following: boolean) => void) | undefined
  onFailed: (error: unknown) => void
}

function want({ me, userId, before, onDone, onFailed }: Want): void {
  show(userId, !before)
  followIntents.want(userId, !before, {
    send: (following) => call(followUser, { params: { userId }, body: { following } }),
    onSettled: ({ following, followersCount }) => {
      queryClient.setQueryData(followingKey(userId), following)
      updateFollowersCount(userId, () => followersCount)
      // Who is suggested depends on it.
      void queryClient.invalidateQueries({ queryKey: ['suggested'] })
      onDone?.(following)
    },
    onFailed: (error) => {
      show(userId, before)
      void askAgain(me, userId)
      onFailed(error)
    },
  })
}

/** On the page at once: the state, and the count that goes with it. */
function show(userId: string, following: boolean): void {
  const was = queryClient.getQueryData<boolean>(followingKey(userId)) ?? false
  queryClient.setQueryData(followingKey(userId), following)
  if (was === following) return
  updateFollowersCount(userId, (count) => Math.max(0, count + (following ? 1 : -1)))
}

/** After a failure an earlier wish may have been granted: what is so, the server knows. */
async function askAgain(me: string, userId: string): Promise<void> {
  try {
    const [following, user] = await Promise.all([
      askFollowing(me, userId),
      call(getUser, { params: { userId } }),
    ])
    queryClient.setQueryData(followingKey(userId), following)
    queryClient.setQueryData(entityKey('users', userId), user)
    updateFollowersCount(userId, () => user.followersCount)
  } catch {
    // Without an answer, what was so before stays on the page.
  }
}

async function askFollowing(me: string, userId: string): Promise<boolean> {
  return (await call(getFollow, { params: { userId: me, streamerId: userId } })).following
}

function useFailure(): (error: unknown) => void {
  const t = useTranslations('people')
  const loggedOut = useLoggedOut()
  return (error) => {
    if (loggedOut(error)) return
    toast({ variant: 'destructive', title: t('error'), description: t('followFailed') })
  }
}

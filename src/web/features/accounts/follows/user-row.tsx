import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName, type ShownUser } from '#shared/accounts/users.ts'
import { entityKey } from '#web/api/entities.ts'
import { ProMark } from '#web/features/accounts/shared/badges/pro-badge.tsx'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'

type ListedUser = ShownUser & { isPremium: boolean; followersCount: number }

type UserRowProps = {
  /** Entry of the list response; the cached record, once there is one, takes precedence. */
  user: ListedUser
  /** Buttons at the end of the row. */
  action?: ReactNode
  onOpen?: () => void
}

/** A user in a list: avatar, name and followers count. The name links to the profile. */
export function UserRow({ user: initialUser, action, onOpen }: UserRowProps) {
  const t = useTranslations('people')
  const user = useCachedUser(initialUser)
  const name = displayName(user)
  return (
    <div className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-2">
      <UserAvatar user={user} size={44} decorative />
      <div className="min-w-0 leading-[1.3]">
        <Link
          href={`/profile/${user.id}`}
          onClick={onOpen}
          // The link's ::before covers the row; the action is above it.
          className="line-clamp-2 font-bold underline-offset-[3px] before:absolute before:inset-0 before:content-[''] hover:underline [overflow-wrap:anywhere]"
        >
          <bdi>{name}</bdi>
          <ProMark user={user} />
        </Link>
        <p className="num text-meta text-ink-2">{t('followers', { count: user.followersCount })}</p>
      </div>
      <div className="relative">{action}</div>
    </div>
  )
}

/** Reads the cached record, whose count follows update; never fetches. */
function useCachedUser(initial: ListedUser): ListedUser {
  const { data = initial } = useQuery({
    queryKey: entityKey('userSummaries', initial.id),
    queryFn: skipToken,
    initialData: initial,
  })
  return data
}

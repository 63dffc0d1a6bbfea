import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { type ShownUser, displayName } from '#shared/accounts/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { watchList } from '../watched-entities/watch-list.ts'

type UserAvatarProps = {
  user: ShownUser
  /** Width and height in px. */
  size?: number
  /** For an avatar next to the name: only whether the user is live is for screen readers. */
  decorative?: boolean
  className?: string
}

/** The avatar of a user, with the LIVE ring while the user is live, which follows the user's streams. */
export function UserAvatar({ user, decorative = false, ...props }: UserAvatarProps) {
  const t = useTranslations('ui')
  useWatchedLive(user.id)
  return (
    <>
      <Avatar
        seed={user.id}
        name={displayName(user)}
        src={user.profileImageUrl}
        live={user.isLive}
        decorative={decorative}
        {...props}
      />
      {decorative && user.isLive && <span className="sr-only">{t('isLive')}</span>}
    </>
  )
}

/** Keeps whether a user is live up to date in the cache while mounted. */
function useWatchedLive(userId: string): void {
  useEffect(() => {
    watchList.add({ liveUsers: [userId] })
    return () => watchList.remove({ liveUsers: [userId] })
  }, [userId])
}

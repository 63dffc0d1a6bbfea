import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { type UserRef, displayName } from '#shared/accounts/users.ts'

/** A link to a user's profile; a text for a deleted account. */
export function UserName({ user }: { user: UserRef | null }) {
  const t = useTranslations('adminPayments')
  if (!user) return <span className="text-ink-2">{t('formerMember')}</span>
  return (
    <Link href={`/profile/${user.id}`} className="font-semibold [overflow-wrap:anywhere]">
      <bdi>{displayName(user)}</bdi>
    </Link>
  )
}

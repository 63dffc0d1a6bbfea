import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { type UserRef, displayName } from '#shared/accounts/users.ts'

/** A link to a user's page for admins; a text for a deleted account. */
export function UserLink({ user }: { user: UserRef | null }) {
  const t = useTranslations('adminLogs')
  if (!user) return <span className="text-ink-2">{t('formerMember')}</span>
  return (
    <Link href={`/admin/users/${user.id}`} className="font-semibold [overflow-wrap:anywhere] hover:underline">
      <bdi>{displayName(user)}</bdi>
    </Link>
  )
}

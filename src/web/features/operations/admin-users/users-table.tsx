import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { AdminUser } from '#shared/operations/admin-users.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RoleBadge } from '#web/features/accounts/shared/badges/role-badge.tsx'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { UserActions } from './user-actions.tsx'
import { UserStatus } from './user-status.tsx'

/** The users of a page: a table, below 768 px a card each; the dates are shown from 1280 px. */
export function UsersTable({ users }: { users: readonly AdminUser[] }) {
  const t = useTranslations('adminUsers')
  return (
    <table className="w-full border-collapse text-small">
      <thead className="sticky top-0 z-[1] bg-sunken text-meta text-ink-2 max-md:hidden">
        <tr>
          <th scope="col" className={HEAD_CLASS}>
            {t('user')}
          </th>
          <th scope="col" className={HEAD_CLASS}>
            {t('role')}
          </th>
          <th scope="col" className={HEAD_CLASS}>
            {t('status')}
          </th>
          <th scope="col" className={`${HEAD_CLASS} ${DATE_CLASS}`}>
            {t('joined')}
          </th>
          <th scope="col" className={`${HEAD_CLASS} ${DATE_CLASS}`}>
            {t('lastLogin')}
          </th>
          <th scope="col" className={HEAD_CLASS}>
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  )
}

const HEAD_CLASS = 'border-t border-line px-2.5 py-2.5 text-start font-[650] lg:px-4'
const CELL_CLASS = 'md:border-t md:border-line md:px-2.5 md:py-2.5 md:align-middle lg:px-4'
const DATE_CLASS = 'max-xl:hidden'

function UserRow({ user }: { user: AdminUser }) {
  const t = useTranslations('adminUsers')
  const format = useFormatter()
  const dateOf = (at: string) => format.dateTime(new Date(at), 'shortDate')
  return (
    <tr className="hover:bg-bg max-md:grid max-md:grid-cols-[auto_auto_1fr] max-md:items-center max-md:gap-x-2.5 max-md:gap-y-2 max-md:border-t max-md:border-line max-md:px-4 max-md:pt-3.5 max-md:pb-2.5">
      <th scope="row" className={`${CELL_CLASS} text-start font-normal max-md:col-span-full`}>
        <UserName user={user} />
      </th>
      <td className={CELL_CLASS}>
        <RoleBadge role={user.role} />
      </td>
      <td className={CELL_CLASS}>
        <UserStatus user={user} />
      </td>
      <td className={`num whitespace-nowrap ${CELL_CLASS} ${DATE_CLASS}`}>{dateOf(user.createdAt)}</td>
      <td className={`num whitespace-nowrap ${CELL_CLASS} ${DATE_CLASS}`}>
        {user.lastLoginAt ? dateOf(user.lastLoginAt) : <span className="text-ink-3">{t('never')}</span>}
      </td>
      <td className={`${CELL_CLASS} max-md:col-span-full md:text-end`}>
        <UserActions user={user} />
      </td>
    </tr>
  )
}

function UserName({ user }: { user: AdminUser }) {
  const t = useTranslations('adminUsers')
  const name = displayName(user)
  return (
    <span className="flex min-w-0 items-center gap-3 leading-[1.35]">
      <UserAvatar user={user} size={40} decorative />
      <span className="min-w-0">
        <Link
          href={`/admin/users/${user.id}`}
          className="font-[650] [overflow-wrap:anywhere] text-ink hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-meta [overflow-wrap:anywhere] text-ink-3">
          {name === user.email ? t('noName') : user.email}
        </span>
      </span>
    </span>
  )
}

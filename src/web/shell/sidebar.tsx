import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName, type CurrentUser } from '#shared/accounts/users.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useNavItems } from './use-nav-items.tsx'

/** The navigation of signed-in users: icons from 768 px, with labels from 1280 px. */
export function Sidebar({ user, promo }: { user: CurrentUser; promo: ReactNode }) {
  const t = useTranslations('memberShell')
  return (
    <aside
      aria-label={t('sidebar')}
      className="grid max-h-dvh gap-[22px] overflow-y-auto py-6 [scrollbar-width:none]"
    >
      <ProfileLink user={user} />
      <NavItems />
      {promo && <div className="max-xl:hidden">{promo}</div>}
    </aside>
  )
}

function ProfileLink({ user }: { user: CurrentUser }) {
  const t = useTranslations('memberShell')
  const name = displayName(user)
  return (
    <Link
      href="/profile"
      data-tooltip={name}
      className="flex min-h-(--tap) items-center gap-3 rounded-control max-xl:justify-center"
    >
      <Avatar seed={user.id} name={name} src={user.profileImageUrl} size={44} live={user.isLive} decorative />
      <span className="min-w-0 max-xl:sr-only">
        <bdi className="line-clamp-2 leading-[1.3] font-bold [overflow-wrap:anywhere]">{name}</bdi>
        <span className="text-meta text-ink-2">{t('viewProfile')}</span>
      </span>
    </Link>
  )
}

function NavItems() {
  const t = useTranslations('memberShell')
  return (
    <nav aria-label={t('navigation')} className="grid gap-0.5">
      {useNavItems().map((item) => (
        <NavItem key={item.href} {...item} />
      ))}
    </nav>
  )
}

function NavItem({ href, name, icon }: { href: string; name: string; icon: ReactNode }) {
  const isCurrent = useCurrentLocation().path === href
  return (
    <Link
      href={href}
      data-tooltip={name}
      aria-current={isCurrent ? 'page' : undefined}
      className={`relative flex min-h-[46px] items-center gap-[13px] rounded-control px-3 py-1.5 leading-tight hover:bg-raised max-xl:justify-center [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.9] ${
        isCurrent ? 'bg-surface font-bold text-ink' : 'font-[550] text-ink-2'
      }`}
    >
      {isCurrent && <span aria-hidden className="marker-332-down absolute inset-y-[7px] start-0" />}
      {icon}
      <span className="max-xl:sr-only">{name}</span>
    </Link>
  )
}

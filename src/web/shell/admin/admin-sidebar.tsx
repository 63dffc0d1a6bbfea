import { ChartLine } from '#web/ui/icons/chart-line.tsx'
import { Flag } from '#web/ui/icons/flag.tsx'
import { Images } from '#web/ui/icons/images.tsx'
import { LayoutDashboard } from '#web/ui/icons/layout-dashboard.tsx'
import { LogOut } from '#web/ui/icons/log-out.tsx'
import { ScrollText } from '#web/ui/icons/scroll-text.tsx'
import { Settings } from '#web/ui/icons/settings.tsx'
import { Users } from '#web/ui/icons/users.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { hasRole } from '#shared/roles.ts'
import { type CurrentUser, displayName } from '#shared/accounts/users.ts'
import { useSite } from '#web/api/site.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { clearDrafts } from '#web/lib/storage/drafts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Logo } from '#web/ui/logo.tsx'

type AdminSidebarProps = {
  user: CurrentUser
  /** What the user may do here, below the name. */
  role: ReactNode
  /** The button that closes the drawer. */
  close?: ReactNode
  onNavigate?: () => void
}

/** The sections of the admin side, and the current user; as high as its container. */
export function AdminSidebar({ user, role, close, onNavigate }: AdminSidebarProps) {
  const t = useTranslations('adminShell')
  const shell = useTranslations('shell')
  const { 'general.siteName': site, 'general.logoUrl': logo } = useSite()
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-thread-night text-on-night [--focus:var(--on-night)] dark:border-e dark:border-line dark:bg-sunken">
      <div className="flex min-h-[72px] items-center justify-between gap-2 ps-5 pe-3">
        <Link href="/" aria-label={shell('home', { site })} className="min-w-0 rounded-control">
          <Logo src={logo} className="max-w-full">
            <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{site}</span>
          </Logo>
        </Link>
        {close}
      </div>
      <nav aria-label={t('sections')} className="grid flex-1 content-start gap-0.5 px-3 py-2">
        <NavItems user={user} {...(onNavigate && { onNavigate })} />
      </nav>
      <div className="grid gap-2 border-t border-on-night/16 px-5 pt-4 pb-5">
        <div className="flex items-center gap-3">
          <Avatar
            seed={user.id}
            name={displayName(user)}
            src={user.profileImageUrl}
            size={44}
            live={user.isLive}
            decorative
          />
          <div className="min-w-0 leading-[1.35]">
            <bdi className="block font-bold [overflow-wrap:anywhere]">{displayName(user)}</bdi>
            {role}
          </div>
        </div>
        <a
          href="/api/logout"
          onClick={() => clearDrafts(user.id)}
          className="flex min-h-(--tap) items-center gap-3 rounded-control font-semibold [&_svg]:size-5"
        >
          <LogOut aria-hidden className="stroke-[1.9]" />
          {t('logout')}
        </a>
      </div>
    </div>
  )
}

function NavItems({ user, onNavigate }: Pick<AdminSidebarProps, 'user' | 'onNavigate'>) {
  const t = useTranslations('adminShell')
  const { path } = useCurrentLocation()
  const moderation = { href: '/moderation', name: t('moderation'), icon: <Flag aria-hidden /> }
  const adminItems = [
    { href: '/admin', name: t('dashboard'), icon: <LayoutDashboard aria-hidden /> },
    { href: '/admin/users', name: t('users'), icon: <Users aria-hidden /> },
    { href: '/admin/settings', name: t('settings'), icon: <Settings aria-hidden /> },
    { href: '/admin/media', name: t('media'), icon: <Images aria-hidden /> },
    { href: '/admin/analytics', name: t('analytics'), icon: <ChartLine aria-hidden /> },
    { href: '/admin/logs', name: t('logs'), icon: <ScrollText aria-hidden /> },
    moderation,
  ]
  const items = hasRole(user, 'admin') ? adminItems : [moderation]
  const section = items
    .filter((item) => item.href !== '/admin')
    .find(({ href }) => path === href || path.startsWith(`${href}/`))?.href
  return items.map(({ href, name, icon }) => (
    <Link
      key={href}
      href={href}
      aria-current={currentOf(href, path, section ?? '/admin')}
      {...(onNavigate && { onClick: onNavigate })}
      className="group relative flex min-h-12 items-center gap-[13px] rounded-control px-3 font-[550] text-on-night-2 hover:bg-on-night/8 aria-[current]:bg-on-night/10 aria-[current]:font-bold aria-[current]:text-on-night [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.9]"
    >
      <span
        aria-hidden
        className="marker-332-down absolute inset-y-[7px] -start-1 hidden text-action! group-aria-[current]:block"
      />
      {icon}
      {name}
    </Link>
  ))
}

/** `true` for the section of a nested page: pages that the dashboard's quick actions open belong to the dashboard. */
function currentOf(href: string, path: string, section: string): 'page' | 'true' | undefined {
  if (path === href) return 'page'
  return href === section ? 'true' : undefined
}

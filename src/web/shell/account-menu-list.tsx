import { Clapperboard } from '#web/ui/icons/clapperboard.tsx'
import { Flag } from '#web/ui/icons/flag.tsx'
import { LayoutDashboard } from '#web/ui/icons/layout-dashboard.tsx'
import { Info } from '#web/ui/icons/info.tsx'
import { LogOut } from '#web/ui/icons/log-out.tsx'
import { Settings } from '#web/ui/icons/settings.tsx'
import { ShieldCheck } from '#web/ui/icons/shield-check.tsx'
import { UserRound } from '#web/ui/icons/user-round.tsx'
import { UserRoundPen } from '#web/ui/icons/user-round-pen.tsx'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { hasRole } from '#shared/roles.ts'
import { displayName, type CurrentUser } from '#shared/accounts/users.ts'
import { clearDrafts } from '#web/lib/storage/drafts.ts'
import { useSite } from '#web/api/site.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useTheme } from '#web/theme/theme.ts'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadio,
  DropdownMenuSeparator,
} from '#web/ui/overlays/dropdown-menu.tsx'
import { AccountButton } from './account-button.tsx'
import { SiteLinksDialog } from './site-links-dialog.tsx'
import { useNavItems } from './use-nav-items.tsx'

type AccountMenuListProps = {
  user: CurrentUser
  /** The input that requested the menu before its code was loaded. */
  press: 'pointer' | 'keyboard'
}

/** The loaded menu. Replays the press that loaded it, so that Radix opens it as after any other press. */
export function AccountMenuList({ user, press }: AccountMenuListProps) {
  const t = useTranslations('accountMenu')
  const name = displayName(user)
  const button = useRef<HTMLButtonElement>(null)
  const isReplayed = useRef(false)
  const [showsLinks, setShowsLinks] = useState(false)
  const { 'general.siteName': site } = useSite()

  useEffect(() => {
    if (isReplayed.current) return
    isReplayed.current = true
    button.current?.dispatchEvent(
      press === 'pointer'
        ? new PointerEvent('pointerdown', { bubbles: true, button: 0 })
        : new KeyboardEvent('keydown', { bubbles: true, key: 'ArrowDown' }),
    )
  }, [press])

  return (
    <>
      <DropdownMenu trigger={<AccountButton user={user} ref={button} />}>
        <DropdownMenuLabel>
          <bdi className="block max-w-60 truncate">{name}</bdi>
        </DropdownMenuLabel>
        <MenuLink href="/profile" name={t('profile')} icon={<UserRound aria-hidden />} />
        <MenuLink href="/profile-settings" name={t('editProfile')} icon={<UserRoundPen aria-hidden />} />
        <MenuLink href="/stream/create" name={t('createStream')} icon={<Clapperboard aria-hidden />} />
        <MenuLink href="/creator" name={t('creatorStudio')} icon={<LayoutDashboard aria-hidden />} />
        <MenuLink href="/preferences" name={t('settings')} icon={<Settings aria-hidden />} />
        {hasRole(user, 'moderator') && (
          <MenuLink href="/moderation" name={t('moderation')} icon={<Flag aria-hidden />} />
        )}
        {hasRole(user, 'admin') && (
          <MenuLink href="/admin" name={t('admin')} icon={<ShieldCheck aria-hidden />} />
        )}
        <DropdownMenuSeparator />
        <PhoneNavItems />
        <ThemeChoice />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelectAfterClose={() => setShowsLinks(true)}>
          <Info aria-hidden />
          {t('aboutSite', { site })}
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href="/api/logout" onClick={() => clearDrafts(user.id)}>
            <LogOut aria-hidden />
            {t('logout')}
          </a>
        </DropdownMenuItem>
      </DropdownMenu>
      <SiteLinksDialog open={showsLinks} onOpenChange={setShowsLinks} />
    </>
  )
}

/** The sidebar's links, for phones, without those in the bottom navigation or elsewhere in this menu. */
function PhoneNavItems() {
  const isPhone = useMediaQuery('(max-width: 767px)')
  const items = useNavItems().filter(({ href }) => href !== '/discover' && href !== '/preferences')
  if (!isPhone) return null
  return (
    <>
      {items.map((item) => (
        <MenuLink key={item.href} {...item} />
      ))}
      <DropdownMenuSeparator />
    </>
  )
}

function MenuLink({ href, name, icon }: { href: string; name: string; icon: ReactNode }) {
  return (
    <DropdownMenuItem asChild>
      <Link href={href}>
        {icon}
        {name}
      </Link>
    </DropdownMenuItem>
  )
}

function ThemeChoice() {
  const t = useTranslations('ui')
  const { choice, setTheme } = useTheme()
  return (
    <DropdownMenuRadio
      label={t('theme')}
      value={choice}
      onValueChange={setTheme}
      options={[
        { value: 'light', label: t('themeLight') },
        { value: 'dark', label: t('themeDark') },
        { value: 'system', label: t('themeSystem') },
      ]}
    />
  )
}

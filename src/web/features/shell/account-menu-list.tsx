import {
  Activity,
  Clapperboard,
  LayoutDashboard,
  LogOut,
  Settings,
  UserRound,
  UserRoundPen,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { hasRole } from '#shared/roles.ts'
import { displayName, type OwnUser } from '#shared/users.ts'
import { clearDrafts } from '#web/lib/storage/drafts.ts'
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
import { useNavItems } from './use-nav-items.tsx'

type AccountMenuListProps = {
  user: OwnUser
  /** How it was asked for before it was there. */
  press: 'pointer' | 'keyboard'
}

/** The menu itself. Once it is there it repeats the press that fetched it, so that it opens as after any other. */
export function AccountMenuList({ user, press }: AccountMenuListProps) {
  const t = useTranslations('accountMenu')
  const name = displayName(user)
  const button = useRef<HTMLButtonElement>(null)
  const isRepeated = useRef(false)

  useEffect(() => {
    if (isRepeated.current) return
    isRepeated.current = true
    button.current?.dispatchEvent(
      press === 'pointer'
        ? new PointerEvent('pointerdown', { bubbles: true, button: 0 })
        : new KeyboardEvent('keydown', { bubbles: true, key: 'ArrowDown' }),
    )
  }, [press])

  return (
    <DropdownMenu trigger={<AccountButton user={user} ref={button} />}>
      <DropdownMenuLabel>
        <bdi className="block max-w-60 truncate">{name}</bdi>
      </DropdownMenuLabel>
      <Entry href="/profile" name={t('profile')} icon={<UserRound aria-hidden />} />
      <Entry href="/profile-settings" name={t('editProfile')} icon={<UserRoundPen aria-hidden />} />
      <Entry href="/stream/create" name={t('createStream')} icon={<Clapperboard aria-hidden />} />
      <Entry href="/creator" name={t('creatorStudio')} icon={<LayoutDashboard aria-hidden />} />
      <Entry href="/preferences" name={t('settings')} icon={<Settings aria-hidden />} />
      {hasRole(user, 'admin') && (
        <Entry href="/admin/live" name={t('liveEngine')} icon={<Activity aria-hidden />} />
      )}
      <DropdownMenuSeparator />
      <PhonePlaces />
      <ThemeChoice />
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <a href="/api/logout" onClick={() => clearDrafts(user.id)}>
          <LogOut aria-hidden />
          {t('logout')}
        </a>
      </DropdownMenuItem>
    </DropdownMenu>
  )
}

/** Phones have no sidebar; what their bottom navigation or this menu has already is left out. */
function PhonePlaces() {
  const isPhone = useMediaQuery('(max-width: 767px)')
  const places = useNavItems().filter(({ href }) => href !== '/discover' && href !== '/preferences')
  if (!isPhone) return null
  return (
    <>
      {places.map((place) => (
        <Entry key={place.href} {...place} />
      ))}
      <DropdownMenuSeparator />
    </>
  )
}

function Entry({ href, name, icon }: { href: string; name: string; icon: ReactNode }) {
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

import { Clapperboard, LogOut, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName, type OwnUser } from '#shared/users.ts'
import { useTheme } from '#web/theme/theme.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadio,
  DropdownMenuSeparator,
} from '#web/ui/dropdown-menu.tsx'

/** A member's own menu behind their face. Signing out is a navigation of the browser. */
export function AccountMenu({ user }: { user: OwnUser }) {
  const t = useTranslations('shell')
  const name = displayName(user)
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={t('accountMenu')}
          className="grid h-(--tap) w-[52px] flex-none place-items-center rounded-control hover:bg-raised"
        >
          <Avatar seed={user.id} name={name} src={user.profileImageUrl} size={40} decorative />
        </button>
      }
    >
      <DropdownMenuLabel>
        <bdi className="block max-w-60 truncate">{name}</bdi>
      </DropdownMenuLabel>
      <DropdownMenuItem asChild>
        <Link href="/profile">
          <UserRound aria-hidden />
          {t('profile')}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link href="/stream/create">
          <Clapperboard aria-hidden />
          {t('createStream')}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <ThemeChoice />
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <a href="/api/logout">
          <LogOut aria-hidden />
          {t('logout')}
        </a>
      </DropdownMenuItem>
    </DropdownMenu>
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

import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { displayName, type CurrentUser } from '#shared/accounts/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** The current user's avatar as the button of the account menu. */
export function AccountButton({ user, ...rest }: ComponentProps<'button'> & { user: CurrentUser }) {
  const t = useTranslations('shell')
  return (
    <button
      type="button"
      aria-label={t('accountMenu')}
      data-tooltip={t('accountMenu')}
      className="grid h-(--tap) w-[52px] flex-none place-items-center rounded-control hover:bg-raised aria-busy:bg-raised"
      {...rest}
    >
      <Avatar
        seed={user.id}
        name={displayName(user)}
        src={user.profileImageUrl}
        size={40}
        live={user.isLive}
        decorative
      />
    </button>
  )
}

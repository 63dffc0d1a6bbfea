import { useTranslations } from 'use-intl/react'
import type { Role } from '#shared/roles.ts'
import { Badge } from '#web/ui/badge.tsx'

const VARIANTS = { user: 'plain', moderator: 'ok', admin: 'info', super_admin: 'warn' } as const

/** The role of a user. */
export function RoleBadge({ role, className }: { role: Role; className?: string }) {
  const name = useRoleName()
  return (
    <Badge variant={VARIANTS[role]} className={className}>
      {name(role)}
    </Badge>
  )
}

/** Returns a function that names a role. */
export function useRoleName(): (role: Role) => string {
  const t = useTranslations('roles')
  return (role) =>
    ({ user: t('user'), moderator: t('moderator'), admin: t('admin'), super_admin: t('superAdmin') })[role]
}

import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { Clock } from '#web/ui/icons/clock.tsx'
import { Lock } from '#web/ui/icons/lock.tsx'
import { useTranslations } from 'use-intl/react'
import type { AdminUser } from '#shared/operations/admin-users.ts'

/** Whether a user is active or awaits approval, as an icon and a word. */
export function UserStatus({ user: { isActive, awaitsApproval } }: { user: AdminUser }) {
  const t = useTranslations('adminUsers')
  const inactive = awaitsApproval
    ? { Icon: Clock, text: t('isWaiting'), className: 'text-warning' }
    : { Icon: Lock, text: t('isInactive'), className: 'text-ink-2' }
  const { Icon, text, className } = isActive
    ? { Icon: CircleCheck, text: t('isActive'), className: 'text-success' }
    : inactive
  return (
    <span className={`inline-flex items-center gap-1.5 text-small font-semibold ${className}`}>
      <Icon aria-hidden className="size-4 flex-none stroke-[1.9]" />
      {text}
    </span>
  )
}

import { CircleCheck, Lock } from 'lucide-react'
import { useTranslations } from 'use-intl/react'

/** Whether a user is active, as an icon and a word. */
export function UserStatus({ isActive }: { isActive: boolean }) {
  const t = useTranslations('adminUsers')
  const Icon = isActive ? CircleCheck : Lock
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-small font-semibold ${isActive ? 'text-success' : 'text-ink-2'}`}
    >
      <Icon aria-hidden className="size-4 flex-none stroke-[1.9]" />
      {isActive ? t('isActive') : t('isInactive')}
    </span>
  )
}

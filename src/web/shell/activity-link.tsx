import { Bell } from '#web/ui/icons/bell.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

/** The bell in the header; phones have it in the bottom navigation. `unread` is its badge. */
export function ActivityLink({ unread }: { unread: ReactNode }) {
  const t = useTranslations('memberShell')
  const isCurrent = useCurrentLocation().path === '/activity'
  return (
    <Link
      href="/activity"
      data-tooltip={t('activity')}
      aria-current={isCurrent ? 'page' : undefined}
      className="grid size-(--tap) flex-none place-items-center rounded-control text-ink-2 hover:bg-raised aria-[current]:text-ink max-md:hidden"
    >
      <span className="relative">
        <Bell aria-hidden className="size-[22px] stroke-[1.9]" />
        <span className="sr-only">{t('activity')}</span>
        {unread}
      </span>
    </Link>
  )
}

import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

/** The bell of the header; phones have theirs at the bottom. `unread` is drawn on it and said with its name. */
export function ActivityLink({ unread }: { unread: ReactNode }) {
  const t = useTranslations('memberShell')
  const isHere = useCurrentLocation().path === '/activity'
  return (
    <Link
      href="/activity"
      data-tooltip={t('activity')}
      aria-current={isHere ? 'page' : undefined}
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

import { Bell } from '#web/ui/icons/bell.tsx'
import { Compass } from '#web/ui/icons/compass.tsx'
import { House } from '#web/ui/icons/house.tsx'
import { Plus } from '#web/ui/icons/plus.tsx'
import { UserRound } from '#web/ui/icons/user-round.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

type BottomNavProps = {
  /** The badge of the bell. */
  unread: ReactNode
  onShareStory: () => void
  onGoLive: () => void
}

/** The navigation of signed-in users on phones. */
export function BottomNav({ unread, onShareStory, onGoLive }: BottomNavProps) {
  const t = useTranslations('memberShell')
  const { Component: CreateSheet, isLoading, load } = useLazyComponent(loadCreateSheet)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <nav
      aria-label={t('bottomNav')}
      className="fixed inset-x-0 bottom-0 z-10 grid grid-cols-5 border-t border-line bg-surface px-1 pt-1.5 pb-[calc(8px+env(safe-area-inset-bottom))] md:hidden"
    >
      <NavItem href="/" name={t('home')} icon={<House aria-hidden />} />
      <NavItem href="/discover" name={t('discover')} icon={<Compass aria-hidden />} />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => void load().then(setIsCreating)}
        className={`${ITEM_CLASS} ${INACTIVE_CLASS}`}
      >
        <span className="-mt-1 grid h-[2.125rem] w-12 place-items-center rounded-control bg-action text-on-action shadow-[inset_0_-3px_0_var(--action-edge)]">
          <Plus aria-hidden />
        </span>
        {t('create')}
      </button>
      <NavItem
        href="/activity"
        name={t('activity')}
        icon={
          <span className="relative">
            <Bell aria-hidden />
            {unread}
          </span>
        }
      />
      <NavItem href="/profile" name={t('profile')} icon={<UserRound aria-hidden />} />
      {CreateSheet && (
        <CreateSheet
          open={isCreating}
          onOpenChange={setIsCreating}
          onShareStory={onShareStory}
          onGoLive={onGoLive}
        />
      )}
    </nav>
  )
}

const loadCreateSheet = async () => (await import('./create-sheet.tsx')).CreateSheet

/**
 * The font size is capped so that five labels fit side by side. Colour and weight are separate: of two classes for one
 * property, the order in the stylesheet decides, not the order here.
 */
const ITEM_CLASS =
  'relative grid min-h-[52px] content-center justify-items-center gap-[3px] text-[length:min(var(--text-micro),4vw)] [&_svg]:size-6 [&_svg]:stroke-[1.9]'
const INACTIVE_CLASS = 'font-semibold text-ink-2'

function NavItem({ href, name, icon }: { href: string; name: string; icon: ReactNode }) {
  const isCurrent = useCurrentLocation().path === href
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${ITEM_CLASS} ${isCurrent ? 'font-[750] text-ink' : INACTIVE_CLASS}`}
    >
      {isCurrent && <span aria-hidden className="marker-332 absolute -top-[7px] w-10" />}
      {icon}
      {name}
    </Link>
  )
}

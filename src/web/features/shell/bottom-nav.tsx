import { Bell, Compass, House, Plus, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

const CreateSheet = lazy(async () => ({ default: (await import('./create-sheet.tsx')).CreateSheet }))

type BottomNavProps = {
  /** How much is new, drawn on the bell and said with its name. */
  unread: ReactNode
  onShareStory: () => void
  onGoLive: () => void
}

/** A member's way around on phones, at the thumb. */
export function BottomNav({ unread, onShareStory, onGoLive }: BottomNavProps) {
  const t = useTranslations('memberShell')
  const [isCreating, setIsCreating] = useState<boolean>()
  return (
    <nav
      aria-label={t('bottomNav')}
      className="fixed inset-x-0 bottom-0 z-10 grid grid-cols-5 border-t border-line bg-surface px-1 pt-1.5 pb-[calc(8px+env(safe-area-inset-bottom))] md:hidden"
    >
      <Place href="/" name={t('home')} icon={<House aria-hidden />} />
      <Place href="/discover" name={t('discover')} icon={<Compass aria-hidden />} />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsCreating(true)}
        className={`${PLACE} ${RESTING}`}
      >
        <span className="-mt-1 grid h-[2.125rem] w-12 place-items-center rounded-control bg-action text-on-action shadow-[inset_0_-3px_0_var(--action-edge)]">
          <Plus aria-hidden />
        </span>
        {t('create')}
      </button>
      <Place
        href="/activity"
        name={t('activity')}
        icon={
          <span className="relative">
            <Bell aria-hidden />
            {unread}
          </span>
        }
      />
      <Place href="/profile" name={t('profile')} icon={<UserRound aria-hidden />} />
      {isCreating !== undefined && (
        <Suspense>
          <CreateSheet
            open={isCreating}
            onOpenChange={setIsCreating}
            onShareStory={onShareStory}
            onGoLive={onGoLive}
          />
        </Suspense>
      )}
    </nav>
  )
}

/**
 * Large text stops where five names have no room beside each other. Colour and weight stand apart: of two classes for one
 * property it isn't the last that counts.
 */
const PLACE =
  'relative grid min-h-[52px] content-center justify-items-center gap-[3px] text-[length:min(var(--text-micro),4vw)] [&_svg]:size-6 [&_svg]:stroke-[1.9]'
const RESTING = 'font-semibold text-ink-2'

function Place({ href, name, icon }: { href: string; name: string; icon: ReactNode }) {
  const isHere = useCurrentLocation().path === href
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={`${PLACE} ${isHere ? 'font-[750] text-ink' : RESTING}`}
    >
      {isHere && <span aria-hidden className="marker-332 absolute -top-[7px] w-10" />}
      {icon}
      {name}
    </Link>
  )
}

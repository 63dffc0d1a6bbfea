import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName, type OwnUser } from '#shared/users.ts'
import { usePlace } from '#web/lib/place.ts'
import { signInAddress } from '#web/lib/sign-in-address.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Clock } from '#web/ui/clock.tsx'
import { Selvedge } from '#web/ui/cloth.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { Boundary } from './boundary.tsx'

type SiteHeaderProps = {
  /** Undefined while it is not known who is there. */
  user: OwnUser | null | undefined
  /** The member's way to a broadcast. */
  goLive: ReactNode
  /** Without the line under it, where the page's own picture begins at once. */
  plain?: boolean
}

/** The head of every page: logo, clock, and what a visitor or a member does from anywhere. */
export function SiteHeader({ user, goLive, plain = false }: SiteHeaderProps) {
  return (
    <header className={`bg-bg ${plain ? '' : 'border-b border-line'}`}>
      <Selvedge />
      {user === null ? <VisitorBar /> : <MemberBar user={user} goLive={goLive} />}
    </header>
  )
}

/** On phones the clock becomes a dateline under the bar. */
function VisitorBar() {
  const t = useTranslations('shell')
  const { path, search } = usePlace()
  return (
    <div className="page flex items-center gap-x-4 max-sm:flex-wrap max-sm:pt-1.5 sm:h-14 md:h-16">
      <HomeLink />
      <span className="flex-1" />
      <Clock
        layout="line"
        className="max-sm:order-last max-sm:mt-1.5 max-sm:basis-full max-sm:py-1.5 sm:grid sm:justify-items-end sm:gap-0"
      />
      <ThemeToggle className="max-md:hidden" />
      {path !== '/auth/login' && (
        <Button asChild>
          <a href={signInAddress(path + search)}>{t('signIn')}</a>
        </Button>
      )}
    </div>
  )
}

function MemberBar({ user, goLive }: { user: OwnUser | undefined; goLive: ReactNode }) {
  return (
    <div className="page flex h-14 items-center gap-1 sm:gap-4 md:h-16">
      <HomeLink short />
      <span className="flex-1" />
      <Clock />
      {goLive}
      {user && <Menu user={user} />}
    </div>
  )
}

function HomeLink({ short = false }: { short?: boolean }) {
  const t = useTranslations('shell')
  return (
    <Link href="/" aria-label={t('home')} className="rounded-control">
      <Logo>
        <span className={short ? 'max-sm:hidden' : ''}>{t('siteName')}</span>
      </Logo>
    </Link>
  )
}

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

/** The menu's code comes after the page; until then, and if it never comes, the face leads to the profile. */
function Menu({ user }: { user: OwnUser }) {
  const face = (
    <Link href="/profile" className="grid h-(--tap) w-[52px] flex-none place-items-center rounded-control">
      <Avatar seed={user.id} name={displayName(user)} src={user.profileImageUrl} size={40} />
    </Link>
  )
  return (
    <Boundary fallback={() => face}>
      <Suspense fallback={face}>
        <AccountMenu user={user} />
      </Suspense>
    </Boundary>
  )
}

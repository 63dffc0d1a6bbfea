import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useSite } from '#web/api/site.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { Button } from '#web/ui/button.tsx'
import { Clock } from '#web/ui/clock.tsx'
import { Selvedge } from '#web/ui/pattern/strip-pattern.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'

type SiteHeaderProps = {
  /** False while the current user is being loaded. */
  isVisitor: boolean
  /** Search of signed-in users, rendered before their actions. */
  search: ReactNode
  actions: ReactNode
  /** The links of the footer, for visitors on pages without one. */
  links?: ReactNode
  /** Without the bottom border, for pages that start with an image. */
  plain?: boolean
}

/** The header of every page: logo, clock, and the actions of a visitor or a signed-in user. */
export function SiteHeader({ isVisitor, search, actions, links, plain = false }: SiteHeaderProps) {
  return (
    <header className={`bg-bg ${plain ? '' : 'border-b border-line'}`}>
      <Selvedge />
      {isVisitor ? <VisitorBar links={links} /> : <MemberBar search={search}>{actions}</MemberBar>}
    </header>
  )
}

/** On phones the clock moves to a line below the bar. */
function VisitorBar({ links }: Pick<SiteHeaderProps, 'links'>) {
  const t = useTranslations('shell')
  const { path, search } = useCurrentLocation()
  return (
    <div className="page flex items-center gap-x-4 max-sm:flex-wrap max-sm:pt-1.5 sm:h-14 md:h-16">
      <HomeLink />
      <span className="flex-1" />
      <Clock
        layout="line"
        className="max-sm:order-last max-sm:mt-1.5 max-sm:basis-full max-sm:border-t max-sm:border-line max-sm:py-1.5 sm:grid sm:justify-items-end sm:gap-0"
      />
      <ThemeToggle className="max-md:hidden" />
      {path !== '/auth/login' && (
        <Button asChild>
          <a href={signInUrl(path + search)}>{t('signIn')}</a>
        </Button>
      )}
      {links}
    </div>
  )
}

function MemberBar({ search, children }: { search: ReactNode; children: ReactNode }) {
  return (
    // On phones with large text the items wrap.
    <div className="page flex min-h-14 items-center gap-1 max-md:flex-wrap sm:gap-3 md:min-h-16 lg:gap-4">
      <HomeLink short />
      {/* The search is beside the logo, on phones beside the clock. */}
      <span className="flex-1 md:order-1" />
      {search}
      <Clock className="md:order-1" />
      <div className="ms-auto flex flex-none items-center sm:gap-4 md:order-1">{children}</div>
    </div>
  )
}

function HomeLink({ short = false }: { short?: boolean }) {
  const t = useTranslations('shell')
  const { 'general.siteName': site, 'general.logoUrl': logo } = useSite()
  return (
    <Link
      href="/"
      aria-label={t('home', { site })}
      data-tooltip={site}
      className={`rounded-control ${short ? 'max-w-2/5 flex-none' : ''}`}
    >
      <Logo src={logo}>
        <span className={short ? 'max-sm:hidden md:max-lg:hidden' : ''}>{site}</span>
      </Logo>
    </Link>
  )
}

import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useSite } from '#web/api/site.ts'
import { Selvedge } from '#web/ui/pattern/strip-pattern.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { Copyright, NetworkLinks, PageLinks } from './site-links.tsx'

/**
 * The footer: links to the site's pages and nine social networks, and the copyright notice. `isShort` makes it one line on
 * phones; the other links are then in the account menu.
 */
export function SiteFooter({ isShort = false }: { isShort?: boolean }) {
  if (!isShort)
    return (
      <footer className="bg-thread-night text-on-night">
        <WholeFooter />
      </footer>
    )
  return (
    <footer className="max-md:border-t max-md:border-line md:bg-thread-night md:text-on-night">
      <FooterLine />
      <div className="max-md:hidden">
        <WholeFooter />
      </div>
    </footer>
  )
}

function FooterLine() {
  const t = useTranslations('shell')
  const links = [
    { name: t('about'), href: '/about' },
    { name: t('privacy'), href: '/privacy' },
    { name: t('terms'), href: '/terms' },
  ]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 px-(--gutter) text-meta text-ink-2 md:hidden">
      <p>
        <Copyright />
      </p>
      <ul className="flex flex-wrap gap-x-1">
        {links.map(({ name, href }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex min-h-(--tap) min-w-(--tap) items-center justify-center underline-offset-[3px] hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function WholeFooter() {
  const t = useTranslations('shell')
  const { 'general.siteName': site, 'general.logoUrl': logo } = useSite()
  return (
    <>
      <Selvedge />
      <div className="page grid gap-6 pt-8 pb-9 md:grid-cols-[3fr_3fr_2fr] md:gap-8 md:pt-11">
        <div>
          <Logo src={logo}>{site}</Logo>
          <p className="mt-2 max-w-[34ch] text-small text-on-night-2">{t('madeWith')}</p>
          <ThemeToggle className="mt-5 md:hidden" />
        </div>
        <NetworkLinks onDark />
        <PageLinks onDark />
        <p className="border-t border-on-night/20 pt-[18px] text-meta text-on-night-2 md:col-span-3">
          <Copyright />
        </p>
      </div>
    </>
  )
}

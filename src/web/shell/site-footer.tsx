import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { COPYRIGHT_YEAR } from '#shared/constants.ts'
import { NETWORKS, type Network } from '#shared/settings/public-settings.ts'
import { useSite } from '#web/api/site.ts'
import { Selvedge } from '#web/ui/pattern/strip-pattern.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'

/** The footer of every page: links to the site's pages and nine social networks, and the copyright notice. */
export function SiteFooter() {
  const t = useTranslations('shell')
  const { 'general.siteName': site, 'general.logoUrl': logo } = useSite()
  return (
    <footer className="bg-thread-night text-on-night">
      <Selvedge />
      <div className="page grid gap-6 pt-8 pb-9 md:grid-cols-[3fr_3fr_2fr] md:gap-8 md:pt-11">
        <div>
          <Logo src={logo}>{site}</Logo>
          <p className="mt-2 max-w-[34ch] text-small text-on-night-2">{t('madeWith')}</p>
          <ThemeToggle className="mt-5 md:hidden" />
        </div>
        <Networks />
        <SitePages />
        <p className="border-t border-on-night/20 pt-[18px] text-meta text-on-night-2 md:col-span-3">
          {t('copyright', { year: String(COPYRIGHT_YEAR), site })}
        </p>
      </div>
    </footer>
  )
}

/** Links to the operator's accounts, or to the networks' home pages where none is set. */
function Networks() {
  const t = useTranslations('shell')
  const site = useSite()
  const names: Record<Network, string> = {
    facebook: t('facebook'),
    twitter: t('twitter'),
    instagram: t('instagram'),
    linkedin: t('linkedin'),
    tiktok: t('tiktok'),
    youtube: t('youtube'),
    spotify: t('spotify'),
    appleMusic: t('appleMusic'),
    twitch: t('twitch'),
  }
  return (
    <FooterNav label={t('networks')} title={t('findUs')}>
      <ul className="grid grid-cols-2 gap-x-5 md:grid-cols-[repeat(3,auto)] md:justify-start md:whitespace-nowrap">
        {NETWORKS.map((network) => (
          <li key={network}>
            <ExternalLink href={site[`social.${network}`]}>{names[network]}</ExternalLink>
          </li>
        ))}
      </ul>
    </FooterNav>
  )
}

function SitePages() {
  const t = useTranslations('shell')
  const pages = [
    { name: t('about'), href: '/about' },
    { name: t('contact'), href: '/contact' },
    { name: t('privacy'), href: '/privacy' },
    { name: t('terms'), href: '/terms' },
    { name: t('community'), href: '/community' },
  ]
  return (
    <FooterNav label={t('platform')} title={t('platform')}>
      <ul className="max-md:grid max-md:grid-cols-2 max-md:gap-x-5">
        {pages.map(({ name, href }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-(--tap) min-w-(--tap) items-center underline-offset-[3px] hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </FooterNav>
  )
}

function FooterNav({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <p aria-hidden className="mb-1 text-meta font-semibold text-on-night-2">
        {title}
      </p>
      {children}
    </nav>
  )
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { COPYRIGHT_YEAR } from '#shared/constants.ts'
import { NETWORKS, type Network } from '#shared/settings/public-settings.ts'
import { useSite } from '#web/api/site.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

type SiteLinksProps = {
  /** In the footer, on its dark ground; otherwise in a dialog. */
  onDark?: boolean
}

/** Links to the operator's accounts, or to the networks' home pages where none is set. */
export function NetworkLinks({ onDark = false }: SiteLinksProps) {
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
    <LinkGroup label={t('networks')} title={t('findUs')} onDark={onDark}>
      <ul
        className={`grid grid-cols-2 gap-x-5 ${onDark ? 'md:grid-cols-[repeat(3,auto)] md:justify-start md:whitespace-nowrap' : ''}`}
      >
        {NETWORKS.map((network) => (
          <li key={network}>
            <ExternalLink href={site[`social.${network}`]}>{names[network]}</ExternalLink>
          </li>
        ))}
      </ul>
    </LinkGroup>
  )
}

/** Links to the pages about the site. */
export function PageLinks({ onDark = false, onOpen }: SiteLinksProps & { onOpen?: () => void }) {
  const t = useTranslations('shell')
  const pages = [
    { name: t('about'), href: '/about' },
    { name: t('contact'), href: '/contact' },
    { name: t('privacy'), href: '/privacy' },
    { name: t('terms'), href: '/terms' },
    { name: t('community'), href: '/community' },
  ]
  return (
    <LinkGroup label={t('platform')} title={t('platform')} onDark={onDark}>
      <ul className={onDark ? 'max-md:grid max-md:grid-cols-2 max-md:gap-x-5' : 'grid grid-cols-2 gap-x-5'}>
        {pages.map(({ name, href }) => (
          <li key={href}>
            <Link
              href={href}
              onClick={onOpen}
              className="inline-flex min-h-(--tap) min-w-(--tap) items-center underline-offset-[3px] hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </LinkGroup>
  )
}

export function Copyright() {
  const t = useTranslations('shell')
  return t('copyright', { year: String(COPYRIGHT_YEAR), site: useSite()['general.siteName'] })
}

type LinkGroupProps = Required<SiteLinksProps> & { label: string; title: string; children: ReactNode }

function LinkGroup({ label, title, onDark, children }: LinkGroupProps) {
  return (
    <nav aria-label={label}>
      <p aria-hidden className={`mb-1 text-meta font-semibold ${onDark ? 'text-on-night-2' : 'text-ink-3'}`}>
        {title}
      </p>
      {children}
    </nav>
  )
}

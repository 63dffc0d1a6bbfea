import { useTranslations } from 'use-intl/react'
import type { SocialLink } from '#shared/community/social-links.ts'
import { usePlatformName } from '#web/features/accounts/shared/social-links/platform-name.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { usePublicLinks } from './use-public-links.ts'

/** Further links are under About. */
const MAX_SHOWN = 3

type HeaderLinksProps = {
  userId: string
  /** Opens the list of all links. */
  onShowAll: () => void
}

/** The first of a user's links to other sites, below the bio; nothing without links. */
export function HeaderLinks({ userId, onShowAll }: HeaderLinksProps) {
  const t = useTranslations('profile')
  const { data: links = [] } = usePublicLinks(userId)
  if (links.length === 0) return null
  const furtherCount = links.length - MAX_SHOWN
  return (
    <ul aria-label={t('links')} className="mt-1 flex flex-wrap gap-x-5">
      {links.slice(0, MAX_SHOWN).map((link) => (
        <li key={link.id} className="min-w-0 text-small font-semibold text-link">
          <ExternalLink href={link.url} isUserGenerated className="max-w-full">
            <LinkName link={link} />
          </ExternalLink>
        </li>
      ))}
      {furtherCount > 0 && (
        <li>
          <button
            type="button"
            onClick={onShowAll}
            className="min-h-(--tap) text-small font-semibold text-link hover:underline"
          >
            {t('moreLinks', { count: furtherCount })}
          </button>
        </li>
      )}
    </ul>
  )
}

/** The user's label, or else the platform, or the site if it is none that is known. Screen readers always get the platform. */
function LinkName({ link: { platform, displayName, url } }: { link: SocialLink }) {
  const nameOf = usePlatformName()
  const isKnown = platform !== 'website' && platform !== 'other'
  if (displayName === null && isKnown) return nameOf(platform)
  return (
    <span className="min-w-0 truncate">
      <span className="sr-only">{nameOf(platform)} · </span>
      <bdi>{displayName ?? new URL(url).hostname.replace(/^www\./, '')}</bdi>
    </span>
  )
}

import { useTranslations } from 'use-intl/react'
import type { SocialLink } from '#shared/community/social-links.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { usePlatformName } from '#web/features/accounts/shared/social-links/platform-name.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { usePublicLinks } from './use-public-links.ts'

/** A user's links to other sites as a row of the `<dl>`; renders nothing without links. */
export function PublicLinks({ userId }: { userId: string }) {
  const t = useTranslations('profile')
  const query = usePublicLinks(userId)
  if (query.data?.length === 0) return null
  return (
    <div>
      <dt className="text-meta text-ink-3">{t('links')}</dt>
      <dd>
        {query.data ? (
          <Links links={query.data} />
        ) : query.error ? (
          <LoadFailed title={t('linksFailed')} query={query} />
        ) : (
          <SkeletonGroup className="grid min-h-(--tap) content-center">
            <Skeleton className="h-3 w-40" />
          </SkeletonGroup>
        )}
      </dd>
    </div>
  )
}

function Links({ links }: { links: SocialLink[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {links.map((link) => (
        <li key={link.id} className="min-w-0 font-semibold text-link">
          <ExternalLink href={link.url} isUserGenerated>
            <LinkName link={link} />
          </ExternalLink>
        </li>
      ))}
    </ul>
  )
}

/** The user's label of the link, or else its host name. */
function LinkName({ link }: { link: SocialLink }) {
  const nameOf = usePlatformName()
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {nameOf(link.platform)} · <bdi>{link.displayName ?? new URL(link.url).hostname}</bdi>
    </span>
  )
}

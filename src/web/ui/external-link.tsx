import { ArrowUpRight } from '#web/ui/icons/arrow-up-right.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

/** A link to another site: opens a new tab, which an arrow shows and a hidden text announces. */
export function ExternalLink({
  href,
  children,
  isUserGenerated = false,
  className,
}: {
  href: string
  children: ReactNode
  /** Added by a user, not by the site: `rel` has `nofollow ugc` for search engines. */
  isUserGenerated?: boolean
  className?: string
}) {
  const t = useTranslations('ui')
  return (
    <a
      href={href}
      target="_blank"
      rel={isUserGenerated ? 'me nofollow ugc noopener noreferrer' : 'noopener noreferrer'}
      className={`inline-flex min-h-(--tap) min-w-(--tap) items-center gap-1.5 underline-offset-[3px] hover:underline ${className ?? ''}`}
    >
      {children}
      <ArrowUpRight className="size-4 flex-none stroke-[1.9] rtl:-scale-x-100" aria-hidden />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}

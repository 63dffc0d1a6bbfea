import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

/** A link to another site: new tab, an arrow to see, a word for readers. */
export function ExternalLink({
  href,
  children,
  isMembers = false,
  className,
}: {
  href: string
  children: ReactNode
  /** Members put it there, not the site: search engines are told to give nothing for it. */
  isMembers?: boolean
  className?: string
}) {
  const t = useTranslations('ui')
  return (
    <a
      href={href}
      target="_blank"
      rel={isMembers ? 'me nofollow ugc noopener noreferrer' : 'noopener noreferrer'}
      className={`inline-flex min-h-(--tap) min-w-(--tap) items-center gap-1.5 underline-offset-[3px] hover:underline ${className ?? ''}`}
    >
      {children}
      <ArrowUpRight className="size-4 flex-none stroke-[1.9] rtl:-scale-x-100" aria-hidden />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}

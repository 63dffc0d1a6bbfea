import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

/** A link to another site: new tab, an arrow to see, a word for readers. */
export function ExternalLink({
  href,
  children,
  rel = '',
  className,
}: {
  href: string
  children: ReactNode
  /** What else it is, as `me` or `nofollow`. */
  rel?: string
  className?: string
}) {
  const t = useTranslations('ui')
  return (
    <a
      href={href}
      target="_blank"
      rel={`${rel} noopener noreferrer`.trim()}
      className={`inline-flex min-h-(--tap) min-w-(--tap) items-center gap-1.5 underline-offset-[3px] hover:underline ${className ?? ''}`}
    >
      {children}
      <ArrowUpRight className="size-4 flex-none stroke-[1.9] rtl:-scale-x-100" aria-hidden />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}

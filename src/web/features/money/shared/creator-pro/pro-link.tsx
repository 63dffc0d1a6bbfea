import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type ProLinkProps = { children: ReactNode; size?: 'sm' | 'md'; className?: string }

/** Replaces a control that requires Creator Pro: a link with its name and a badge, to the page of Creator Pro. */
export function ProLink({ children, size = 'md', className }: ProLinkProps) {
  const t = useTranslations('proLink')
  return (
    <Button asChild size={size} variant="soft" className={`max-w-full whitespace-normal! ${className ?? ''}`}>
      <Link href="/creator-pro" data-tooltip={t('partOf')}>
        <span>{children}</span>
        <Badge variant="info" className="-me-1">
          <span aria-hidden>{t('badge')}</span>
          <span className="sr-only">{t('partOf')}</span>
        </Badge>
      </Link>
    </Button>
  )
}

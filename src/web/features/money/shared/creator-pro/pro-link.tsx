import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type ProLinkProps = { children: ReactNode; size?: 'sm' | 'md'; className?: string }

/** In place of a control that only members with Creator Pro can use: its name, marked, as a link to what Creator Pro gives. */
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

import { Hourglass } from '#web/ui/icons/hourglass.tsx'
import { useTranslations } from 'use-intl/react'
import { Badge } from '#web/ui/badge.tsx'

/** Marks the case of something that the site holds for review. */
export function HeldBadge() {
  const t = useTranslations('moderation')
  return (
    <Badge variant="warn">
      <Hourglass aria-hidden />
      {t('held')}
    </Badge>
  )
}

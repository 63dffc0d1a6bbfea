import { useTranslations } from 'use-intl/react'
import type { ModerationCase } from '#shared/operations/moderation.ts'
import { Badge } from '#web/ui/badge.tsx'

type OutcomeBadgeProps = {
  outcome: ModerationCase['outcome']
  /** Whether it has waited for review. */
  isHeld?: boolean
}

/** What ended a case; nothing for an open one. */
export function OutcomeBadge({ outcome, isHeld = false }: OutcomeBadgeProps) {
  const t = useTranslations('moderation')
  if (outcome === null) return null
  const names = {
    dismissed: isHeld ? t('approved') : t('dismissed'),
    removal: t('removed'),
    warning: t('warned'),
    timeout: t('timedOut'),
  }
  return <Badge variant={outcome === 'dismissed' ? 'plain' : 'warn'}>{names[outcome]}</Badge>
}

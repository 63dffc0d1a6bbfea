import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { TriangleAlert } from '#web/ui/icons/triangle-alert.tsx'
import { useTranslations } from 'use-intl/react'
import type { LogLevel } from '#shared/operations/admin-logs.ts'
import { Badge } from '#web/ui/badge.tsx'

const VARIANTS = { info: 'plain', warn: 'warn', error: 'bad' } as const
const ICONS = { info: null, warn: TriangleAlert, error: CircleAlert }

/** The level of an entry as a word; warnings and errors also have an icon. */
export function LevelBadge({ level }: { level: LogLevel }) {
  const name = useLevelName()
  const Icon = ICONS[level]
  return (
    <Badge variant={VARIANTS[level]} className="justify-self-start">
      {Icon && <Icon aria-hidden />}
      {name(level)}
    </Badge>
  )
}

/** Returns a function that names a level. */
export function useLevelName(): (level: LogLevel) => string {
  const t = useTranslations('adminLogs')
  return (level) => ({ info: t('infoLevel'), warn: t('warnLevel'), error: t('errorLevel') })[level]
}

import { Award } from '#web/ui/icons/award.tsx'
import { useTranslations } from 'use-intl/react'
import { Badge } from '#web/ui/badge.tsx'

/**
 * The badge of Creator Pro after the name of a user in a line of text; nothing without it. The icon is as high as the text, so
 * that no line gets higher.
 */
export function ProMark({ user }: { user: { isPremium: boolean } }) {
  const t = useTranslations('proBadge')
  if (!user.isPremium) return null
  return (
    <>
      {' '}
      <span data-tooltip={t('name')} className="inline-block align-[-.2em] text-action-text">
        <Award aria-hidden className="size-[1.15em] stroke-[2.2]" />
        <span className="sr-only">{t('name')}</span>
      </span>
    </>
  )
}

/** The badge of Creator Pro in words. */
export function ProBadge() {
  const t = useTranslations('proBadge')
  return (
    <Badge variant="accent">
      <Award aria-hidden />
      {t('name')}
    </Badge>
  )
}

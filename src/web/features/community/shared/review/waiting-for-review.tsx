import { useTranslations } from 'use-intl/react'

/** Tells the author of a post or comment that it waits for review. */
export function WaitingForReview() {
  const t = useTranslations('hiding')
  return <p className="mt-1.5 mb-2 text-meta font-semibold text-warning">{t('heldForReview')}</p>
}

import { useTranslations } from 'use-intl/react'
import { PageMissing } from '#web/lib/navigation/page-missing.tsx'

/** Shown for every URL without a page. */
export function NotFoundPage() {
  const t = useTranslations('notFound')
  return (
    <PageMissing family="marigold" title={t('title')}>
      {t('text')}
    </PageMissing>
  )
}

import { useTranslations } from 'use-intl/react'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'

/** Shown for every URL without a page. */
export function NotFoundPage() {
  const t = useTranslations('notFound')
  return (
    <PageNotFound family="marigold" title={t('title')}>
      {t('text')}
    </PageNotFound>
  )
}

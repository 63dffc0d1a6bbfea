import { useTranslations } from 'use-intl/react'
import { PageMissing } from '#web/lib/navigation/page-missing.tsx'

/** Every address that has no page. */
export function NotFoundPage() {
  const t = useTranslations('notFound')
  return (
    <PageMissing family="marigold" title={t('title')}>
      {t('text')}
    </PageMissing>
  )
}

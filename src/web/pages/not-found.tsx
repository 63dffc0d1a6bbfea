import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Every address that has no page. */
export function NotFoundPage() {
  const t = useTranslations('notFound')
  usePageTitle(t('title'))
  return (
    <div className="page py-6 md:py-14">
      <Card className="mx-auto max-w-[560px] overflow-hidden">
        <EmptyState
          level={1}
          family="marigold"
          title={t('title')}
          action={
            <Button asChild>
              <Link href="/">{t('goHome')}</Link>
            </Button>
          }
        >
          {t('text')}
        </EmptyState>
      </Card>
    </div>
  )
}

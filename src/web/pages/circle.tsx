import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { PostFeed } from '#web/features/community/posts/feed/post-feed.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ColumnPage } from '#web/ui/pages/column-page.tsx'

/** `/circle`: posts of followed users and of the current user. */
export function CirclePage() {
  const t = useTranslations('circle')
  usePageTitle(t('title'))
  return (
    <ColumnPage title={t('title')} intro={t('text')}>
      <PostFeed
        list={{ kind: 'circle' }}
        empty={
          <EmptyState
            level={2}
            family="palm"
            title={t('emptyTitle')}
            action={
              <Button asChild variant="action">
                <Link href="/discover">{t('emptyAction')}</Link>
              </Button>
            }
            isCard
          >
            {t('emptyText')}
          </EmptyState>
        }
      />
    </ColumnPage>
  )
}

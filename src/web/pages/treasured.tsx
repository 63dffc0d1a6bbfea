import { useTranslations } from 'use-intl/react'
import { PostFeed } from '#web/features/community/posts/feed/post-feed.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ColumnPage } from '#web/ui/pages/column-page.tsx'

/** `/treasured`: the current user's bookmarked posts, the last one first. */
export function TreasuredPage() {
  const t = useTranslations('treasured')
  usePageTitle(t('title'))
  return (
    <ColumnPage title={t('title')} intro={t('text')}>
      <PostFeed
        list={{ kind: 'bookmarks' }}
        empty={
          <EmptyState level={2} family="marigold" title={t('emptyTitle')} isCard>
            {t('emptyText')}
          </EmptyState>
        }
      />
    </ColumnPage>
  )
}

import { useTranslations } from 'use-intl/react'
import { PostFeed } from '#web/features/posts/post-feed.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** `/treasured`: what the member keeps, the last one first. */
export function TreasuredPage() {
  const t = useTranslations('treasured')
  usePageTitle(t('title'))
  return (
    <div className="page pt-6 pb-10 md:pt-9 md:pb-16">
      <div className="mx-auto max-w-[760px]">
        <h1>{t('title')}</h1>
        <p className="mt-2 mb-5 max-w-[60ch] text-body text-ink-2 md:mb-6">{t('text')}</p>
        <PostFeed
          list={{ kind: 'treasured' }}
          empty={
            <EmptyState
              level={2}
              family="marigold"
              title={t('emptyTitle')}
              className="rounded-card border border-line bg-surface"
            >
              {t('emptyText')}
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}

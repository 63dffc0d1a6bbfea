import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { PostFeed } from '#web/features/posts/post-feed.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** `/circle`: posts of those whom the member follows, and its own. */
export function CirclePage() {
  const t = useTranslations('circle')
  usePageTitle(t('title'))
  return (
    <div className="page pt-6 pb-10 md:pt-9 md:pb-16">
      <div className="mx-auto max-w-[760px]">
        <h1>{t('title')}</h1>
        <p className="mt-2 mb-5 max-w-[60ch] text-body text-ink-2 md:mb-6">{t('text')}</p>
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

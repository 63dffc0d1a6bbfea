import { PencilLine } from '#web/ui/icons/pencil-line.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { openComposer } from '#web/features/community/posts/composer/composer-store.ts'
import { PostFeed } from './post-feed.tsx'
import { PostListCard } from '#web/features/community/posts/post-list-card.tsx'

/** 'Community Pulse': everyone's posts, and the button to write one. `afterThird` is rendered after the third post. */
export function CommunityPulse({ afterThird }: { afterThird?: ReactNode }) {
  const t = useTranslations('posts')
  return (
    <section aria-labelledby="community-pulse">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:mb-3.5">
        <h2 id="community-pulse">{t('title')}</h2>
        <Button variant="action" onClick={openComposer}>
          <PencilLine aria-hidden className="max-sm:hidden" />
          {t('shareYourStory')}
        </Button>
      </div>
      <PostFeed list={{ kind: 'feed' }} empty={<EmptyFeed />} afterThird={afterThird} />
    </section>
  )
}

function EmptyFeed() {
  const t = useTranslations('posts')
  return (
    <PostListCard className="overflow-hidden">
      <EmptyState
        family="jacaranda"
        title={t('feedEmptyTitle')}
        action={<Button onClick={openComposer}>{t('feedEmptyAction')}</Button>}
      >
        {t('feedEmptyText')}
      </EmptyState>
    </PostListCard>
  )
}

import { useTranslations } from 'use-intl/react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PostFeed } from './post-feed.tsx'

/** A member's posts, on its profile. */
export function UserPosts({ userId, isOwner }: { userId: string; isOwner: boolean }) {
  const t = useTranslations('posts')
  return (
    <PostFeed
      list={{ kind: 'member', userId }}
      empty={
        <EmptyState title={t('memberEmptyTitle')} className="rounded-card">
          {isOwner ? t('memberEmptyOwn') : t('memberEmptyOther')}
        </EmptyState>
      }
    />
  )
}

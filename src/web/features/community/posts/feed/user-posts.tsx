import { useTranslations } from 'use-intl/react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PostFeed } from './post-feed.tsx'

/** A user's posts, on the profile page. */
export function UserPosts({ userId, isOwner }: { userId: string; isOwner: boolean }) {
  const t = useTranslations('posts')
  return (
    <PostFeed
      list={{ kind: 'user', userId }}
      empty={
        <EmptyState title={t('memberEmptyTitle')} isPlain>
          {isOwner ? t('memberEmptyOwn') : t('memberEmptyOther')}
        </EmptyState>
      }
    />
  )
}

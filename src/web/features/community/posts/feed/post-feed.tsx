import { Fragment, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { NewItemsPill } from '#web/ui/lists/new-items-pill.tsx'
import { SkipList } from '#web/ui/lists/skip-list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PostCard } from '#web/features/community/posts/post-card.tsx'
import type { PostList } from '../post-lists.ts'
import { PostListCard } from '#web/features/community/posts/post-list-card.tsx'
import { MAX_COUNTED, useNewPosts } from './use-new-posts.ts'
import { useFeedKeys } from './use-feed-keys.ts'
import { usePostList } from './use-post-list.ts'
import type { ShortcutRows } from '#web/features/media/shared/playback/shortcuts-dialog.tsx'
import { useShortcutsHelp } from '#web/features/media/shared/playback/use-shortcuts-help.tsx'

type PostFeedProps = {
  list: PostList
  /** Rendered while there are no posts. */
  empty: ReactNode
  /** Rendered after the third post. */
  afterThird?: ReactNode
}

/** An endless list of posts. New posts are announced above it and shown on demand. */
export function PostFeed({ list, empty, afterThird }: PostFeedProps) {
  const t = useTranslations('posts')
  const query = usePostList(list)
  const ids = query.items
  const { count, show } = useNewPosts(list)
  const { card, focusTop, focusAfter } = useFocus(ids)
  const help = useShortcutsHelp(useKeyRows())
  useFeedKeys(card, help.open)
  if (!ids) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <FeedSkeletons />
  const third = Math.min(2, ids.length - 1)
  const pill = (
    <NewItemsPill
      floats
      isShown={count > 0}
      onShow={async () => {
        focusTop()
        await show()
      }}
    >
      {count > MAX_COUNTED ? t('manyNewPosts', { count: MAX_COUNTED }) : t('newPosts', { count })}
    </NewItemsPill>
  )
  if (ids.length === 0)
    return (
      <div className="relative">
        {pill}
        {empty}
        {afterThird}
      </div>
    )
  return (
    <SkipList label={t('skipList')} endLabel={t('endOfList')}>
      {pill}
      <PostListCard ref={card}>
        {ids.map((id, index) => (
          <Fragment key={id}>
            <PostCard postId={id} onDeleted={() => focusAfter(id, index)} />
            {index === third && afterThird}
          </Fragment>
        ))}
      </PostListCard>
      <ListFooter query={query} failed={t('moreFailed')} isEndless end={t('end')} />
      {help.dialog}
    </SkipList>
  )
}

function useKeyRows(): ShortcutRows {
  const t = useTranslations('posts')
  const common = useTranslations('playback')
  return [
    [t('keyNext'), ['J']],
    [t('keyPrevious'), ['K']],
    [t('keyLike'), ['L']],
    [t('keyNew'), ['N']],
    [common('keyHelp'), ['?']],
  ]
}

function FeedSkeletons() {
  return (
    <PostListCard>
      <div className="px-(--gutter) py-2.5 md:px-5">
        <SkeletonRows />
      </div>
    </PostListCard>
  )
}

type PendingFocus = { index: number; isReady: (ids: readonly string[]) => boolean }

/** Moves the focus after the list has changed: to the new first post, or to the successor of a deleted one. */
function useFocus(ids: readonly string[] | undefined) {
  const card = useRef<HTMLDivElement>(null)
  const pending = useRef<PendingFocus | null>(null)
  useEffect(() => {
    if (!ids || !pending.current?.isReady(ids)) return
    const posts = card.current?.querySelectorAll('article') ?? []
    const post = posts[Math.min(pending.current.index, posts.length - 1)]
    post?.focus({ preventScroll: true })
    post?.scrollIntoView({ block: pending.current.index === 0 ? 'start' : 'nearest' })
    pending.current = null
  }, [ids])
  const request = (index: number, isReady: PendingFocus['isReady']) => {
    pending.current = { index, isReady }
  }
  return {
    card,
    focusTop: () => request(0, (newIds) => newIds[0] !== ids?.[0]),
    focusAfter: (id: string, index: number) => request(index, (newIds) => !newIds.includes(id)),
  }
}

import { Fragment, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { NewItemsPill } from '#web/lib/lists/new-items-pill.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PostCard } from '#web/features/posts/post-card.tsx'
import type { PostList } from './post-lists.ts'
import { PostSheet } from '#web/features/posts/post-sheet.tsx'
import { MAX_COUNTED, useNewPosts } from './use-new-posts.ts'
import { usePostList } from './use-post-list.ts'

type PostFeedProps = {
  list: PostList
  /** What stands here while there are no posts. */
  empty: ReactNode
  /** Stands after the third post. */
  afterThird?: ReactNode
}

/** A list of posts that goes on as one reads; new ones wait above it until they are asked for. */
export function PostFeed({ list, empty, afterThird }: PostFeedProps) {
  const t = useTranslations('posts')
  const query = usePostList(list)
  const ids = query.items
  const { count, show } = useNewPosts(list)
  const { sheet, focusTop, focusAfter } = useFocus(ids)
  if (!ids) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <FeedSkeletons />
  const third = Math.min(2, ids.length - 1)
  return (
    <div className="relative">
      <NewItemsPill
        isShown={count > 0}
        onShow={async () => {
          focusTop()
          await show()
        }}
      >
        {count > MAX_COUNTED ? t('manyNewPosts', { count: MAX_COUNTED }) : t('newPosts', { count })}
      </NewItemsPill>
      {ids.length === 0 && empty}
      {ids.length === 0 && afterThird}
      {ids.length > 0 && (
        <PostSheet ref={sheet}>
          {ids.map((id, place) => (
            <Fragment key={id}>
              <PostCard postId={id} onDeleted={() => focusAfter(id, place)} />
              {place === third && afterThird}
            </Fragment>
          ))}
        </PostSheet>
      )}
      {ids.length > 0 && <ListFooter query={query} failed={t('moreFailed')} isEndless end={t('end')} />}
    </div>
  )
}

function FeedSkeletons() {
  return (
    <PostSheet>
      <div className="px-(--gutter) py-2.5 md:px-5">
        <SkeletonRows />
      </div>
    </PostSheet>
  )
}

type Wish = { place: number; isDue: (ids: readonly string[]) => boolean }

/** Moves the focus with what the member did to the list: to what has come on top, or to what took a deleted post's place. */
function useFocus(ids: readonly string[] | undefined) {
  const sheet = useRef<HTMLDivElement>(null)
  const wish = useRef<Wish | null>(null)
  useEffect(() => {
    if (!ids || !wish.current?.isDue(ids)) return
    const posts = sheet.current?.querySelectorAll('article') ?? []
    const post = posts[Math.min(wish.current.place, posts.length - 1)]
    post?.focus({ preventScroll: true })
    post?.scrollIntoView({ block: wish.current.place === 0 ? 'start' : 'nearest' })
    wish.current = null
  }, [ids])
  const set = (place: number, isDue: Wish['isDue']) => {
    wish.current = { place, isDue }
  }
  return {
    sheet,
    focusTop: () => set(0, (now) => now[0] !== ids?.[0]),
    focusAfter: (id: string, place: number) => set(place, (now) => !now.includes(id)),
  }
}

import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'
import type { Post } from '#shared/community/posts.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { CommentThread } from '#web/features/community/shared/comments/comment-thread.tsx'
import { PostCard } from '#web/features/community/posts/post-card.tsx'
import { commentSubject, usePost } from '#web/features/community/posts/post-records.ts'
import { PostListCard } from '#web/features/community/posts/post-list-card.tsx'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** `/post/:postId`: one post with its comments, public. */
export function PostPage({ postId }: { postId: string }) {
  const t = useTranslations('postPage')
  const query = usePost(postId, { alwaysRefetch: true })
  const { data: post, error } = query
  if (post === null || (error instanceof ApiError && error.status === 404)) return <PostNotFound />
  if (post) return <PostView post={post} />
  if (error) return <PageLoadFailed title={t('loadFailed')} query={query} />
  return <PageSpinner />
}

function PostView({ post }: { post: Post }) {
  const t = useTranslations('postPage')
  const [, navigate] = useLocation()
  const title = t('title', { name: displayName(post.author) })
  usePageTitle(title)
  return (
    <div className="page pt-2 pb-10 md:pt-5 md:pb-16">
      <div className="mx-auto max-w-[760px]">
        <div className="mb-2 flex items-center gap-2 md:mb-3">
          <Link
            href="/"
            aria-label={t('toHome')}
            data-tooltip={t('toHome')}
            className="-ms-2.5 grid size-(--tap) flex-none place-items-center rounded-control text-ink-2 hover:bg-raised"
          >
            <ArrowLeft aria-hidden className="size-5 stroke-[1.9] rtl:-scale-x-100" />
          </Link>
          <h1 className="min-w-0 text-section [overflow-wrap:anywhere]">{title}</h1>
        </div>
        <PostListCard>
          <PostCard postId={post.id} isExpanded onDeleted={() => navigate('/', { replace: true })} />
        </PostListCard>
        {!post.isHeld && <CommentThread subject={commentSubject(post.id)} />}
      </div>
    </div>
  )
}

function PostNotFound() {
  const t = useTranslations('postPage')
  return <PageNotFound title={t('notFoundTitle')}>{t('notFoundText')}</PageNotFound>
}

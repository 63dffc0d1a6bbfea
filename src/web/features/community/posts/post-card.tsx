import { useId } from 'react'
import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl/react'
import { Link } from 'wouter'
import type { Post } from '#shared/community/posts.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useWatchedInView } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { PostActions } from './post-actions.tsx'
import { PostMedia } from './post-media.tsx'
import { PostMenuButton } from './post-menu-button.tsx'
import { usePost } from './post-records.ts'
import { WaitingForReview } from '#web/features/community/shared/review/waiting-for-review.tsx'
import { LinkedText } from '#web/features/videos/shared/text/linked-text.tsx'
import { useRememberedHeight } from '#web/features/community/posts/use-remembered-height.ts'

type PostCardProps = {
  postId: string
  /** On the post's own page: shows the full text, and the image as large as it fits. */
  isExpanded?: boolean
  /** Called after the user has deleted the post, before the card disappears. */
  onDeleted?: () => void
}

/** A post with its actions, as shown in every list. Its counts update live. */
export function PostCard({ postId, isExpanded = false, onDeleted }: PostCardProps) {
  const { data: post } = usePost(postId)
  if (!post) return null
  return (
    <Card post={post} isExpanded={isExpanded} menu={<PostMenuButton post={post} onDeleted={onDeleted} />} />
  )
}

function Card({ post, isExpanded, menu }: { post: Post; isExpanded: boolean; menu: ReactNode }) {
  const nameId = useId()
  const { ref, style } = useRememberedHeight(post.id)
  useWatchedInView(ref, post.id)
  const { author } = post
  const name = displayName(author)
  const profile = `/profile/${author.id}`
  return (
    <article
      ref={ref}
      style={style}
      aria-labelledby={nameId}
      tabIndex={-1}
      // An open menu may overflow the post.
      className="grid grid-cols-[44px_minmax(0,1fr)] gap-x-2.5 px-(--gutter) pt-4 pb-1.5 outline-offset-[-3px] [contain-intrinsic-size:auto_320px] [content-visibility:auto] has-[[role=menu]]:[content-visibility:visible] md:gap-x-3.5 md:px-5 md:pt-[18px] md:pb-2"
    >
      <Link href={profile} tabIndex={-1} aria-hidden className="rounded-full">
        <UserAvatar user={author} size={44} decorative />
      </Link>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-2">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 leading-[1.35]">
            <Link
              href={profile}
              id={nameId}
              className="font-bold underline-offset-[3px] [overflow-wrap:anywhere] hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
            <PostTime post={post} />
          </p>
          {menu}
        </div>
        <LinkedText content={post.content} mentions={post.mentions} isExpanded={isExpanded} />
        <PostMedia post={post} isExpanded={isExpanded} />
        {post.isHeld ? <WaitingForReview /> : <PostActions post={post} />}
      </div>
    </article>
  )
}

/** The post's time, linking to the post's page. */
function PostTime({ post: { id, createdAt } }: { post: Post }) {
  const format = useFormatter()
  return (
    <Link href={`/post/${id}`} className="text-meta text-ink-3 underline-offset-[3px] hover:underline">
      <time dateTime={createdAt} className="num">
        {format.dateTime(new Date(createdAt), 'timestamp')}
      </time>
    </Link>
  )
}

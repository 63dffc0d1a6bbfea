import { Gem } from '#web/ui/icons/gem.tsx'
import { Heart } from '#web/ui/icons/heart.tsx'
import { MessageCircle } from '#web/ui/icons/message-circle.tsx'
import { Share2 } from '#web/ui/icons/share-2.tsx'
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Post } from '#shared/community/posts.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { useToggleBookmark, useToggleLike } from './post-toggles.ts'

/** Marks the button that likes a post, for the key that presses it. */
export const LIKE_BUTTON = 'data-like'

/** The actions on a post (like, comment, share, bookmark) with their counts. */
export function PostActions({ post }: { post: Post }) {
  const t = useTranslations('posts')
  const toggleLike = useToggleLike(post.id)
  const toggleBookmark = useToggleBookmark(post.id)
  return (
    <div className="-ms-3 mt-1 flex flex-wrap gap-x-1.5">
      <Action
        icon={<Heart aria-hidden className={post.isLiked ? 'fill-current' : ''} />}
        name={t('like')}
        count={post.likesCount}
        aria-pressed={post.isLiked}
        {...{ [LIKE_BUTTON]: '' }}
        onClick={toggleLike}
        className={post.isLiked ? 'text-live-text' : 'text-ink-2'}
      />
      <Link href={`/post/${post.id}`} data-tooltip={t('comments')} className={`${ACTION_CLASS} text-ink-2`}>
        <MessageCircle aria-hidden />
        <Count name={t('comments')} count={post.commentsCount} />
      </Link>
      <ShareButton post={post} />
      <Action
        icon={<Gem aria-hidden className={post.viewer.isBookmarked ? 'fill-link-soft' : ''} />}
        name={t('bookmark')}
        aria-pressed={post.viewer.isBookmarked}
        onClick={toggleBookmark}
        className={post.viewer.isBookmarked ? 'text-link' : 'text-ink-2'}
      />
    </div>
  )
}

const ACTION_CLASS =
  'inline-flex min-h-(--tap) min-w-(--tap) items-center gap-2 rounded-control px-3 text-small font-semibold hover:bg-raised [&_svg]:size-5 [&_svg]:stroke-[1.9]'

type ActionProps = ComponentProps<'button'> & { icon: ReactNode; name: string; count?: number }

function Action({ icon, name, count, className, ...rest }: ActionProps) {
  return (
    <button type="button" data-tooltip={name} className={`${ACTION_CLASS} ${className ?? ''}`} {...rest}>
      {icon}
      <Count name={name} count={count} />
    </button>
  )
}

/** The visible count; a screen reader reads its label first. */
function Count({ name, count }: { name: string; count?: number | undefined }) {
  const format = useFormatter()
  return (
    <>
      <span className="sr-only">{name}</span>
      {count !== undefined && <span className="num">{format.number(count, 'count')}</span>}
    </>
  )
}

function ShareButton({ post }: { post: Post }) {
  const t = useTranslations('posts')
  const { Component: SharePost, isLoading, load } = useLazyComponent(loadSharePost)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Action
        icon={<Share2 aria-hidden />}
        name={t('share')}
        count={post.sharesCount}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => void load().then(setIsOpen)}
        className="text-ink-2"
      />
      {SharePost && <SharePost post={post} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}

const loadSharePost = async () => (await import('./share-post.tsx')).SharePost

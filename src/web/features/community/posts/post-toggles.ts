import { useTranslations } from 'use-intl/react'
import { addBookmark, removeBookmark } from '#shared/community/bookmarks.ts'
import { likePost } from '#shared/community/likes.ts'
import type { Post } from '#shared/community/posts.ts'
import { call } from '#web/api/call.ts'
import { cachedEntity, updateEntity } from '#web/api/entities.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import { type ToggleSubject, useToggle } from '#web/ui/toggles/use-toggle.ts'
import { refetchPost } from './post-records.ts'

export const postLike: ToggleSubject = {
  intents: new LastIntent(),
  read: (postId) => {
    const post = cachedEntity<Post>('posts', postId)
    return post && { isOn: post.isLiked, count: post.likesCount }
  },
  show: (postId, { isOn, count }) =>
    updateEntity<Post>('posts', postId, ({ likesCount }) => ({
      isLiked: isOn,
      likesCount: count ?? likesCount,
    })),
  send: async (postId, isOn) => {
    const { liked, likesCount } = await call(likePost, { params: { id: postId }, body: { liked: isOn } })
    return { isOn: liked, count: likesCount }
  },
  reload: refetchPost,
}

/** A loaded list of bookmarks keeps the post until it is reloaded. */
export const postBookmark: ToggleSubject = {
  intents: new LastIntent(),
  read: (postId) => {
    const post = cachedEntity<Post>('posts', postId)
    return post && { isOn: post.viewer.isBookmarked }
  },
  show: (postId, { isOn }) =>
    updateEntity<Post>('posts', postId, ({ viewer }) => ({ viewer: { ...viewer, isBookmarked: isOn } })),
  send: async (postId, isOn) => {
    const { bookmarked } = await call(isOn ? addBookmark : removeBookmark, { params: { id: postId } })
    return { isOn: bookmarked }
  },
  reload: refetchPost,
}

export function useToggleLike(postId: string): () => void {
  const t = useTranslations('posts')
  return useToggle(postLike, postId, {
    signedOut: { title: t('loginRequired'), description: t('likeSignedOut') },
    failed: { title: t('error'), description: t('likeFailed') },
  })
}

export function useToggleBookmark(postId: string): () => void {
  const t = useTranslations('posts')
  return useToggle(postBookmark, postId, {
    signedOut: { title: t('loginRequired'), description: t('bookmarkSignedOut') },
    failed: { title: t('error'), description: t('bookmarkFailed') },
  })
}

import { useTranslations } from 'use-intl/react'
import { addBookmark, removeBookmark } from '#shared/community/bookmarks.ts'
import { likePost } from '#shared/community/likes.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { countAfter, toggleOptimistically } from '#web/lib/optimistic-toggle.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import {
  bookmarkIntents,
  cachedPost,
  likeIntents,
  markBookmarked,
  refetchPost,
  updatePost,
} from './post-records.ts'

/** Toggles the like optimistically; of fast repeated presses the last one is sent. */
export function useToggleLike(postId: string): () => void {
  const t = useTranslations('posts')
  const { canToggle, onFailed } = useToggleErrors(postId, t('likeSignedOut'), t('likeFailed'))
  return () => {
    const cached = cachedPost(postId)
    if (!cached || !canToggle()) return
    const { isLiked, likesCount } = cached
    toggleOptimistically(likeIntents, postId, !isLiked, {
      previous: { liked: isLiked, likesCount },
      desired: { liked: !isLiked, likesCount: countAfter(!isLiked, likesCount) },
      show: (like) => updatePost(postId, () => ({ isLiked: like.liked, likesCount: like.likesCount })),
      send: (liked) => call(likePost, { params: { id: postId }, body: { liked } }),
      onFailed,
    })
  }
}

/** Toggles the bookmark optimistically. A loaded list of bookmarks keeps the post until it is reloaded. */
export function useToggleBookmark(postId: string): () => void {
  const t = useTranslations('posts')
  const { canToggle, onFailed } = useToggleErrors(postId, t('bookmarkSignedOut'), t('bookmarkFailed'))
  return () => {
    const cached = cachedPost(postId)
    if (!cached || !canToggle()) return
    const { isBookmarked } = cached.viewer
    toggleOptimistically(bookmarkIntents, postId, !isBookmarked, {
      previous: { bookmarked: isBookmarked },
      desired: { bookmarked: !isBookmarked },
      show: ({ bookmarked }) => markBookmarked(postId, bookmarked),
      send: (isAdding) => call(isAdding ? addBookmark : removeBookmark, { params: { id: postId } }),
      onFailed,
    })
  }
}

function useToggleErrors(postId: string, signedOutText: string, failedText: string) {
  const t = useTranslations('posts')
  const user = useCurrentUser()
  const showFailure = useFailureToast()
  return {
    canToggle: () => {
      if (!user) toast({ variant: 'destructive', title: t('loginRequired'), description: signedOutText })
      return Boolean(user)
    },
    onFailed: (error: unknown) => {
      void refetchPost(postId)
      showFailure(error, { title: t('error'), description: failedText })
    },
  }
}

import { useTranslations } from 'use-intl/react'
import { addBookmark, removeBookmark } from '#shared/bookmarks.ts'
import { likePost } from '#shared/likes.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useUnauthorizedHandler } from '#web/lib/navigation/unauthorized-handler.ts'
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
  const { canToggle, onRefused } = useToggleErrors(postId, t('likeSignedOut'), t('likeFailed'))
  return () => {
    const cached = cachedPost(postId)
    if (!cached || !canToggle()) return
    const isLiked = !cached.isLiked
    updatePost(postId, ({ likesCount }) => ({
      isLiked,
      likesCount: Math.max(0, likesCount + (isLiked ? 1 : -1)),
    }))
    likeIntents.submit(postId, isLiked, {
      send: (liked) => call(likePost, { params: { id: postId }, body: { liked } }),
      onSettled: ({ liked, likesCount }) => updatePost(postId, () => ({ isLiked: liked, likesCount })),
      onFailed: (error, lastResult) => {
        const { isLiked: liked, likesCount } = cached
        updatePost(postId, () => ({
          isLiked: lastResult?.liked ?? liked,
          likesCount: lastResult?.likesCount ?? likesCount,
        }))
        onRefused(error)
      },
    })
  }
}

/** Toggles the bookmark optimistically. A loaded list of bookmarks keeps the post until it is reloaded. */
export function useToggleBookmark(postId: string): () => void {
  const t = useTranslations('posts')
  const { canToggle, onRefused } = useToggleErrors(postId, t('treasureSignedOut'), t('treasureFailed'))
  return () => {
    const cached = cachedPost(postId)
    if (!cached || !canToggle()) return
    const isBookmarked = !cached.viewer.isBookmarked
    markBookmarked(postId, isBookmarked)
    bookmarkIntents.submit(postId, isBookmarked, {
      send: (isAdded) => call(isAdded ? addBookmark : removeBookmark, { params: { id: postId } }),
      onSettled: ({ bookmarked }) => markBookmarked(postId, bookmarked),
      onFailed: (error, lastResult) => {
        markBookmarked(postId, lastResult?.bookmarked ?? !isBookmarked)
        onRefused(error)
      },
    })
  }
}

function useToggleErrors(postId: string, signedOutText: string, failedText: string) {
  const t = useTranslations('posts')
  const user = useCurrentUser()
  const loggedOut = useUnauthorizedHandler()
  return {
    canToggle: () => {
      if (!user) toast({ variant: 'destructive', title: t('loginRequired'), description: signedOutText })
      return Boolean(user)
    },
    onRefused: (error: unknown) => {
      void refetchPost(postId)
      if (!loggedOut(error)) toast({ variant: 'destructive', title: t('error'), description: failedText })
    },
  }
}

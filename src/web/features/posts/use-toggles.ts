import { useTranslations } from 'use-intl/react'
import { addBookmark, removeBookmark } from '#shared/bookmarks.ts'
import { likePost } from '#shared/likes.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useLoggedOut } from '#web/lib/navigation/logged-out.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import {
  bookmarkIntents,
  cachedPost,
  likeIntents,
  markBookmarked,
  refetchPost,
  updatePost,
} from './post-records.ts'

/** Likes or unlikes at once; the server hears the last wish. */
export function useToggleLike(postId: string): () => void {
  const t = useTranslations('posts')
  const { mayToggle, refused } = useToggleTexts(postId, t('likeSignedOut'), t('likeFailed'))
  return () => {
    const known = cachedPost(postId)
    if (!known || !mayToggle()) return
    const wish = !known.isLiked
    updatePost(postId, ({ likesCount }) => ({
      isLiked: wish,
      likesCount: Math.max(0, likesCount + (wish ? 1 : -1)),
    }))
    likeIntents.want(postId, wish, {
      send: (liked) => call(likePost, { params: { id: postId }, body: { liked } }),
      onSettled: ({ liked, likesCount }) => updatePost(postId, () => ({ isLiked: liked, likesCount })),
      onFailed: (error, granted) => {
        const { isLiked: liked, likesCount } = known
        updatePost(postId, () => ({
          isLiked: granted?.liked ?? liked,
          likesCount: granted?.likesCount ?? likesCount,
        }))
        refused(error)
      },
    })
  }
}

/** Keeps or lets go of a post. A list of what is kept holds its place until it is loaded again. */
export function useToggleBookmark(postId: string): () => void {
  const t = useTranslations('posts')
  const { mayToggle, refused } = useToggleTexts(postId, t('treasureSignedOut'), t('treasureFailed'))
  return () => {
    const known = cachedPost(postId)
    if (!known || !mayToggle()) return
    const wish = !known.viewer.isBookmarked
    markBookmarked(postId, wish)
    bookmarkIntents.want(postId, wish, {
      send: (kept) => call(kept ? addBookmark : removeBookmark, { params: { id: postId } }),
      onSettled: ({ bookmarked }) => markBookmarked(postId, bookmarked),
      onFailed: (error, granted) => {
        markBookmarked(postId, granted?.bookmarked ?? !wish)
        refused(error)
      },
    })
  }
}

function useToggleTexts(postId: string, signedOutText: string, failedText: string) {
  const t = useTranslations('posts')
  const user = useCurrentUser()
  const loggedOut = useLoggedOut()
  return {
    mayToggle: () => {
      if (!user) toast({ variant: 'destructive', title: t('loginRequired'), description: signedOutText })
      return Boolean(user)
    },
    refused: (error: unknown) => {
      void refetchPost(postId)
      if (!loggedOut(error)) toast({ variant: 'destructive', title: t('error'), description: failedText })
    },
  }
}

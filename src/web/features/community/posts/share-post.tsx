import { useTranslations } from 'use-intl/react'
import type { Post } from '#shared/community/posts.ts'
import { sharePost } from '#shared/community/shares.ts'
import { displayName } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ShareSheet } from '#web/ui/overlays/share-sheet.tsx'
import { postUrl } from './post-url.ts'
import { updatePost } from './post-records.ts'

type SharePostProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** Shares a post by its link or through the device's share menu. */
export function SharePost({ post, open, onOpenChange }: SharePostProps) {
  const t = useTranslations('posts')
  const countShare = useShareCount(post.id)
  return (
    <ShareSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('sharePost')}
      name={t('shareTitle', { name: displayName(post.author) })}
      address={postUrl(post.id)}
      onShared={countShare}
    />
  )
}

/** Reports a signed-in user's share; the server counts one per user and post. A failure is only logged. */
function useShareCount(postId: string): () => void {
  const user = useCurrentUser()
  return () => {
    if (!user) return
    call(sharePost, { params: { id: postId } })
      .then(({ sharesCount }) => updatePost(postId, () => ({ sharesCount })))
      .catch(console.warn)
  }
}

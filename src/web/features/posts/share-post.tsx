import { useTranslations } from 'use-intl/react'
import type { Post } from '#shared/posts.ts'
import { sharePost } from '#shared/shares.ts'
import { displayName } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ShareSheet } from '#web/ui/overlays/share-sheet.tsx'
import { postAddress } from './post-address.ts'
import { updatePost } from './post-records.ts'

type SharePostProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** Passes a post on: its link, or whatever else the device offers. */
export function SharePost({ post, open, onOpenChange }: SharePostProps) {
  const t = useTranslations('posts')
  const count = useShareCount(post.id)
  return (
    <ShareSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('sharePost')}
      name={t('shareTitle', { name: displayName(post.author) })}
      address={postAddress(post.id)}
      onShared={count}
    />
  )
}

/** A member's share is counted, once a post; the link has reached its goal whether or not. */
function useShareCount(postId: string): () => void {
  const user = useCurrentUser()
  return () => {
    if (!user) return
    call(sharePost, { params: { id: postId } })
      .then(({ sharesCount }) => updatePost(postId, () => ({ sharesCount })))
      .catch(console.warn)
  }
}

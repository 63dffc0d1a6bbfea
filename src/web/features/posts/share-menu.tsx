import { Link2, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Post } from '#shared/posts.ts'
import { sharePost } from '#shared/shares.ts'
import { displayName } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { changePost } from './post-records.ts'
import { postAddress } from './post-address.ts'

/** Passes a post on: its link, or whatever else the device offers. */
export function ShareMenu({ post, trigger }: { post: Post; trigger: ReactNode }) {
  const t = useTranslations('posts')
  const count = useShareCount(post.id)
  const address = postAddress(post.id)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
    } catch {
      // Forbidden, or plain http: the address is there to be copied by hand.
      toast({ variant: 'destructive', title: t('copyFailed'), description: address })
      return
    }
    toast({ title: t('copied') })
    count()
  }
  const passOn = async () => {
    try {
      await navigator.share({ title: t('shareTitle', { name: displayName(post.author) }), url: address })
    } catch {
      // The visitor has thought better of it.
      return
    }
    count()
  }
  return (
    <DropdownMenu trigger={trigger} align="start" defaultOpen>
      <DropdownMenuItem onSelect={() => void copy()}>
        <Link2 aria-hidden />
        {t('copyLink')}
      </DropdownMenuItem>
      {'share' in navigator && (
        <DropdownMenuItem onSelect={() => void passOn()}>
          <Share2 aria-hidden />
          {t('shareWith')}
        </DropdownMenuItem>
      )}
    </DropdownMenu>
  )
}

/** A member's share is counted, once a post; the link has reached its goal whether or not. */
function useShareCount(postId: string): () => void {
  const user = useCurrentUser()
  return () => {
    if (!user) return
    call(sharePost, { params: { id: postId } })
      .then(({ sharesCount }) => changePost(postId, () => ({ sharesCount })))
      .catch(console.warn)
  }
}

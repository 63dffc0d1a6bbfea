import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { excerptOf } from '#shared/excerpt.ts'
import { deletePost, type Post } from '#shared/posts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/api-text.ts'
import { useLoggedOut } from '#web/lib/logged-out.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetPost } from './post-records.ts'

type PostMenuProps = { post: Post; trigger: ReactNode; onDeleted?: (() => void) | undefined }

/** What its author can do with a post. */
export function PostMenu({ post, trigger, onDeleted }: PostMenuProps) {
  const t = useTranslations('posts')
  const [isAsking, setIsAsking] = useState(false)
  const [wantsDelete, setWantsDelete] = useState(false)
  const { isPending, run } = useDelete(post.id, onDeleted)
  return (
    <>
      <DropdownMenu
        trigger={trigger}
        defaultOpen
        onClosed={() => {
          setIsAsking(wantsDelete)
          setWantsDelete(false)
        }}
      >
        <DropdownMenuItem onSelect={() => setWantsDelete(true)} className="text-danger">
          <Trash2 aria-hidden />
          {t('delete')}
        </DropdownMenuItem>
      </DropdownMenu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('deleteTitle', { excerpt: excerptOf(post.content) })}
        description={t('deleteText')}
        confirm={
          <>
            <Trash2 aria-hidden />
            {t('delete')}
          </>
        }
        destructive
        pending={isPending}
        onConfirm={run}
      />
    </>
  )
}

function useDelete(postId: string, onDeleted: (() => void) | undefined) {
  const t = useTranslations('posts')
  const errorText = useErrorText()
  const loggedOut = useLoggedOut()
  const vanish = () => {
    onDeleted?.()
    forgetPost(postId)
    toast({ title: t('deleted') })
  }
  return useOnce(
    async () => {
      await call(deletePost, { params: { id: postId } })
      vanish()
    },
    (error) => {
      // Somebody was faster: another page of one's own.
      if (error instanceof ApiError && error.status === 404) vanish()
      else if (!loggedOut(error))
        toast({ variant: 'destructive', title: t('deleteFailed'), description: errorText(error) })
    },
  )
}

import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { excerptOf } from '#shared/excerpt.ts'
import { type Comment, deleteComment } from '#shared/comments.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/api-text.ts'
import { useLoggedOut } from '#web/lib/logged-out.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { changePost } from './post-records.ts'
import { dropComment } from './use-comments.ts'

type DeleteCommentProps = {
  comment: Comment
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

/** Asks before a comment is deleted. */
export function DeleteComment({ comment, open, onOpenChange, onDeleted }: DeleteCommentProps) {
  const t = useTranslations('comments')
  const { isPending, run } = useDelete(comment, onDeleted)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleteTitle', { excerpt: excerptOf(comment.content) })}
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
  )
}

function useDelete({ id, postId }: Comment, onDeleted: () => void) {
  const t = useTranslations('comments')
  const errorText = useErrorText()
  const loggedOut = useLoggedOut()
  const vanish = () => {
    onDeleted()
    dropComment(postId, id)
    toast({ title: t('deleted') })
  }
  return useOnce(
    async () => {
      const { commentsCount } = await call(deleteComment, { params: { id } })
      changePost(postId, () => ({ commentsCount }))
      vanish()
    },
    (error) => {
      if (error instanceof ApiError && error.status === 404) vanish()
      else if (!loggedOut(error))
        toast({ variant: 'destructive', title: t('deleteFailed'), description: errorText(error) })
    },
  )
}

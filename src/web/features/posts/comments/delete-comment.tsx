import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { excerptOf } from '#shared/text/excerpt.ts'
import { type Comment, deleteComment } from '#shared/comments.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { updatePost } from '#web/features/posts/post-records.ts'
import { removeComment } from './use-comments.ts'
import { useDelete } from '#web/lib/hooks/use-delete.ts'

type DeleteCommentProps = {
  comment: Comment
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

/** Confirms and deletes a comment. */
export function DeleteComment({ comment, open, onOpenChange, onDeleted }: DeleteCommentProps) {
  const t = useTranslations('comments')
  const { id, postId } = comment
  const { isPending, run } = useDelete({
    send: async () => {
      const { commentsCount } = await call(deleteComment, { params: { id } })
      updatePost(postId, () => ({ commentsCount }))
    },
    onDeleted: () => {
      onDeleted()
      removeComment(postId, id)
    },
    texts: { deleted: t('deleted'), failed: t('deleteFailed') },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleteTitle', { excerpt: excerptOf(comment.content) })}
      description={t('deleteText')}
      confirm={t('delete')}
      danger={<Trash2 aria-hidden />}
      pending={isPending}
      onConfirm={run}
    />
  )
}

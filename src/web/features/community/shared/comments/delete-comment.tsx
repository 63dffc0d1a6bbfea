import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useTranslations } from 'use-intl/react'
import { excerptOf } from '#shared/text/excerpt.ts'
import { type Comment, deleteComment } from '#shared/community/comments.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import type { CommentSubject } from './comment-subject.ts'
import { removeComment } from './use-comments.ts'
import { useDelete } from '#web/ui/overlays/use-delete.ts'

type DeleteCommentProps = {
  comment: Comment
  subject: CommentSubject
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

/** Confirms and deletes a comment. */
export function DeleteComment({ comment, subject, open, onOpenChange, onDeleted }: DeleteCommentProps) {
  const t = useTranslations('comments')
  const { id } = comment
  const { isPending, run } = useDelete({
    send: async () => {
      const { commentsCount } = await call(deleteComment, { params: { id } })
      subject.changeCount(() => commentsCount)
    },
    onDeleted: () => {
      onDeleted()
      removeComment(subject.id, id)
    },
    texts: { deleted: t('deleted'), failed: t('deleteFailed') },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.rich('deleteTitle', { excerpt: excerptOf(comment.content), bdi: isolated })}
      description={t('deleteText')}
      confirm={t('delete')}
      danger={<Trash2 aria-hidden />}
      pending={isPending}
      onConfirm={run}
    />
  )
}

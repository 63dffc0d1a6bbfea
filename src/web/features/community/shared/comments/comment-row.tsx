import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Comment } from '#shared/community/comments.ts'
import { displayName, type ShownUser } from '#shared/accounts/users.ts'
import { canRetry } from '#web/api/can-retry.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { SafetyMenuButton } from '#web/features/accounts/shared/safety/safety-menu-button.tsx'
import { WaitingForReview } from '#web/features/community/shared/review/waiting-for-review.tsx'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { UnsentComment } from './comment-draft.ts'
import { LinkedText } from '#web/features/videos/shared/text/linked-text.tsx'
import type { CommentSubject } from './comment-subject.ts'

type CommentRowProps = { comment: Comment; subject: CommentSubject; onDeleted: () => void }

/** One comment; its author can delete it, others can report it. */
export function CommentRow({ comment, subject, onDeleted }: CommentRowProps) {
  return (
    <Row
      user={comment.user}
      meta={<RelativeTime at={comment.createdAt} className="num text-meta text-ink-3" />}
      action={
        comment.viewer.canDelete ? (
          <DeleteButton comment={comment} subject={subject} onDeleted={onDeleted} />
        ) : (
          <SafetyMenuButton
            ownerId={comment.userId}
            getReported={() => ({
              subjectType: 'comment',
              subjectId: comment.id,
              name: displayName(comment.user),
            })}
            className="-my-2.5 -me-2.5"
          />
        )
      }
    >
      <LinkedText content={comment.content} mentions={comment.mentions} />
      {comment.isHeld && <WaitingForReview />}
    </Row>
  )
}

type UnsentRowProps = {
  comment: UnsentComment
  user: ShownUser
  onRetry: () => void
  onEdit: () => void
  onDiscard: () => void
}

/** A comment of the current user that is being sent or has failed. */
export function UnsentRow({ comment, user, onRetry, onEdit, onDiscard }: UnsentRowProps) {
  const t = useTranslations('comments')
  const errorText = useErrorText()
  return (
    <Row
      user={user}
      isDimmed={comment.isSending}
      meta={comment.isSending && <span className="text-meta text-ink-3">{t('sending')}</span>}
    >
      <LinkedText content={comment.content} mentions={[]} />
      {!comment.isSending && (
        <div role="alert" className="mt-1.5 flex flex-wrap items-center gap-2 text-meta text-danger">
          <span className="font-semibold">
            {t('notSent')} {comment.error !== null && errorText(comment.error)}
          </span>
          {canRetry(comment.error) ? (
            <Button size="sm" onClick={onRetry}>
              {t('tryAgain')}
            </Button>
          ) : (
            <Button size="sm" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </div>
      )}
    </Row>
  )
}

type RowProps = {
  user: ShownUser
  meta: ReactNode
  action?: ReactNode
  isDimmed?: boolean
  children: ReactNode
}

function Row({ user, meta, action, isDimmed = false, children }: RowProps) {
  const name = displayName(user)
  const profile = `/profile/${user.id}`
  return (
    <li
      tabIndex={-1}
      className={`grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 py-3 ${isDimmed ? 'opacity-70' : ''}`}
    >
      <Link href={profile} tabIndex={-1} aria-hidden className="rounded-full">
        <UserAvatar user={user} size={32} decorative />
      </Link>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 leading-[1.35]">
          <Link
            href={profile}
            className="font-bold underline-offset-[3px] [overflow-wrap:anywhere] hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          {meta}
        </p>
        {children}
      </div>
      {action}
    </li>
  )
}

function DeleteButton({ comment, subject, onDeleted }: CommentRowProps) {
  const t = useTranslations('comments')
  const [isConfirming, setIsConfirming] = useState(false)
  const { Component: DeleteComment, isLoading, load } = useLazyComponent(loadDeleteComment)
  return (
    <>
      <IconButton
        label={t('delete')}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => void load().then(setIsConfirming)}
        className="-my-2.5 -me-2.5"
      >
        <Trash2 aria-hidden />
      </IconButton>
      {DeleteComment && (
        <DeleteComment
          comment={comment}
          subject={subject}
          open={isConfirming}
          onOpenChange={setIsConfirming}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}

const loadDeleteComment = async () => (await import('./delete-comment.tsx')).DeleteComment

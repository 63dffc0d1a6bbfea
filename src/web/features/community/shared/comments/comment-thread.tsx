import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { NewItemsPill } from '#web/ui/lists/new-items-pill.tsx'
import { useFocusFirst } from '#web/lib/lists/use-focus-first.ts'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CommentForm, SignInToComment } from './comment-form.tsx'
import { CommentRow, UnsentRow } from './comment-row.tsx'
import type { CommentSubject } from './comment-subject.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useComments, useNewComments } from './use-comments.ts'

/** The comments under a post or video, newest first, with the form to add one. */
export function CommentThread({ subject }: { subject: CommentSubject }) {
  const t = useTranslations('comments')
  const user = useCurrentUser()
  const field = useRef<HTMLTextAreaElement>(null)
  // A visitor's draft stays empty: there is no form for it.
  const { text, unsent, write, send, retry, edit, discard } = useCommentDraft(user?.id ?? '', subject)
  return (
    <Card className="mt-4 max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0">
      <section aria-labelledby="comments" className="px-(--gutter) py-4 md:px-5">
        <h2 id="comments" tabIndex={-1} className="mb-3">
          {t('title')}
        </h2>
        {user && <CommentForm user={user} field={field} text={text} onWrite={write} onSend={send} />}
        {user === null && <SignInToComment />}
        {user && unsent.length > 0 && (
          <ul aria-label={t('unsent')}>
            {unsent.map((comment) => (
              <UnsentRow
                key={comment.clientId}
                comment={comment}
                user={user}
                onRetry={() => retry(comment)}
                onEdit={() => {
                  edit(comment)
                  field.current?.focus()
                }}
                onDiscard={() => discard(comment.clientId)}
              />
            ))}
          </ul>
        )}
        <Comments subject={subject} hasUnsent={unsent.length > 0} />
      </section>
    </Card>
  )
}

function Comments({ subject, hasUnsent }: { subject: CommentSubject; hasUnsent: boolean }) {
  const t = useTranslations('comments')
  const query = useComments(subject)
  const comments = query.items
  const newComments = useNewComments(subject, query.data?.pages[0]?.snapshot)
  const focusTitle = useFocusTitle(comments?.length)
  const hasNew = newComments.count > 0 && comments !== undefined && comments.length > 0
  const { list, showAndFocus } = useFocusFirst(hasNew, 'li')
  if (!comments) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return (
    <>
      <NewItemsPill isShown={hasNew} onShow={() => showAndFocus(() => newComments.show())}>
        {t('newComments', { count: newComments.count })}
      </NewItemsPill>
      {comments.length === 0 && !hasUnsent && <p className="py-4 text-ink-2">{t('empty')}</p>}
      <ul ref={list} className="divide-y divide-line">
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment} subject={subject} onDeleted={focusTitle} />
        ))}
      </ul>
      <ListFooter query={query} failed={t('moreFailed')} isEndless />
    </>
  )
}

/** Deleting a comment removes the focused button: focuses the heading, after the dialog has released the focus. */
function useFocusTitle(length: number | undefined): () => void {
  const isPending = useRef(false)
  useEffect(() => {
    if (!isPending.current) return
    isPending.current = false
    document.getElementById('comments')?.focus()
  }, [length])
  return () => {
    isPending.current = true
  }
}

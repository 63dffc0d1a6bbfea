import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { MAX_NOTE, type UserNote } from '#shared/operations/admin-users.ts'
import { textLength } from '#shared/fields.ts'
import { isVisible } from '#shared/text/visible.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { useAddNote } from '../use-users.ts'

/** What admins have noted about a user; it stays among admins. */
export function UserNotes({ userId, notes }: { userId: string; notes: readonly UserNote[] }) {
  const t = useTranslations('adminUsers')
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-5">
      <h2 className="font-display text-section font-extrabold">{t('notes')}</h2>
      <NoteForm userId={userId} />
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="border-s-[3px] border-line ps-3">
              <p dir="auto" className="text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
                {note.text}
              </p>
              <p className="mt-1 text-meta text-ink-3">
                <bdi>{note.author ? displayName(note.author) : t('formerAdmin')}</bdi>
                {' · '}
                <RelativeTime at={note.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function NoteForm({ userId }: { userId: string }) {
  const t = useTranslations('adminUsers')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending } = useAddNote(userId, {
    onDone: () => {
      setText('')
      // Without text the button is disabled, which would lose the focus.
      if (form.current?.contains(document.activeElement)) field.current?.focus()
    },
    onFailed: (error) => showFailure(error, { title: t('noteFailed'), description: errorText(error) }),
  })
  const length = textLength(text)
  const isTooLong = length > MAX_NOTE
  const canAdd = isVisible(text) && !isTooLong
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canAdd && !isPending) mutate(text)
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-3">
      <Field
        label={t('newNote')}
        hint={t('noteHint')}
        count={length}
        max={MAX_NOTE}
        error={isTooLong ? t('noteTooLong', { max: MAX_NOTE }) : undefined}
      >
        <Textarea
          ref={field}
          className="min-h-20!"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      <Button type="submit" size="sm" className="justify-self-start" disabled={!canAdd} pending={isPending}>
        {t('addNote')}
      </Button>
    </form>
  )
}

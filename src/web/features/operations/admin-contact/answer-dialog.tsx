import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { v4 } from 'uuid'
import { type AdminContactMessage, MAX_CONTACT_ANSWER } from '#shared/operations/admin-contact.ts'
import { textLength } from '#shared/fields.ts'
import { isVisible } from '#shared/text/visible.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useAnswer } from './use-contact-messages.ts'

type AnswerDialogProps = { message: AdminContactMessage; onDone: () => void; onClose: () => void }

/** Writes to the sender of a message. A refused answer stays in the dialog, as when another admin was faster. */
export function AnswerDialog({ message, onDone, onClose }: AnswerDialogProps) {
  const t = useTranslations('adminContact')
  const [text, setText] = useState('')
  const keyOf = useIdempotencyKey()
  const { mutate, isPending, error } = useAnswer(message.id, {
    onDone: () => {
      toast({ title: t('answered') })
      onDone()
      onClose()
    },
    onFailed: () => {},
  })
  const answer = text.trim()
  const length = textLength(answer)
  const isTooLong = length > MAX_CONTACT_ANSWER
  const isRefused = isAlreadyAnswered(error)
  return (
    <FormDialog
      size="wide"
      title={t.rich('answerTitle', { name: message.fullName, bdi: isolated })}
      description={t('answerText', { email: message.email })}
      submit={t('send')}
      pendingText={t('sending')}
      isPending={isPending}
      canSubmit={isVisible(answer) && !isTooLong && !isRefused}
      onSubmit={() => mutate({ text: answer, idempotencyKey: keyOf(answer) })}
      onClose={onClose}
    >
      <blockquote
        dir="auto"
        className="border-s-[3px] border-line-strong ps-3.5 text-small whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
      >
        {message.message}
      </blockquote>
      <Field
        label={t('answerLabel')}
        count={length}
        max={MAX_CONTACT_ANSWER}
        error={isTooLong ? t('answerTooLong', { max: MAX_CONTACT_ANSWER }) : undefined}
      >
        <Textarea
          rows={8}
          value={text}
          readOnly={isPending}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      <Refusal error={error} />
    </FormDialog>
  )
}

/** Returns a key that stays the same for the same text, so that a repeated request sends nothing twice. */
function useIdempotencyKey(): (text: string) => string {
  const latest = useRef({ text: '', key: v4() })
  return (text) => {
    if (latest.current.text !== text) latest.current = { text, key: v4() }
    return latest.current.key
  }
}

function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('adminContact')
  const errorText = useErrorText()
  if (!error) return null
  return (
    <Alert title={isAlreadyAnswered(error) ? t('alreadyAnswered') : t('answerFailed')}>
      <p className="[overflow-wrap:anywhere]">{errorText(error)}</p>
    </Alert>
  )
}

const isAlreadyAnswered = (error: unknown) => error instanceof ApiError && error.code === 'already_answered'

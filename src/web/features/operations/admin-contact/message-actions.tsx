import { Check } from '#web/ui/icons/check.tsx'
import { Reply } from '#web/ui/icons/reply.tsx'
import { Undo2 } from '#web/ui/icons/undo-2.tsx'
import { useTranslations } from 'use-intl/react'
import type { AdminContactMessage } from '#shared/operations/admin-contact.ts'
import { useHasMail } from '#web/api/site.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { MailLink } from './mail-link.tsx'
import { useSetDone } from './use-contact-messages.ts'

type MessageActionsProps = { message: AdminContactMessage; onChanged: () => void; onAnswer: () => void }

/** Answers a message once, closes it and opens it again. Where the site sends no mail, the admin's own program does. */
export function MessageActions({ message, onChanged, onAnswer }: MessageActionsProps) {
  const t = useTranslations('adminContact')
  const hasMail = useHasMail()
  const { answer, subject, fullName } = message
  return (
    <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-2">
      {!answer && !hasMail && (
        <p className="max-w-[52ch] min-w-0 text-small text-ink-2 [overflow-wrap:anywhere]">
          {t.rich('noMail', {
            name: fullName,
            mail: (text) => <MailLink message={message}>{text}</MailLink>,
          })}
        </p>
      )}
      <DoneButton message={message} onChanged={onChanged} />
      {!answer && hasMail && (
        <Button
          size="sm"
          variant="action"
          className="max-w-full whitespace-normal!"
          aria-label={t('answerNamed', { subject })}
          onClick={onAnswer}
        >
          <Reply aria-hidden className="rtl:-scale-x-100" />
          {t('answer')}
        </Button>
      )}
    </div>
  )
}

function DoneButton({ message: { id, doneAt, subject }, onChanged }: Omit<MessageActionsProps, 'onAnswer'>) {
  const t = useTranslations('adminContact')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const isDone = doneAt !== null
  const { mutate, isPending } = useSetDone(id, {
    onDone: (changed) => {
      toast({ title: changed.doneAt === null ? t('reopened') : t('markedDone') })
      onChanged()
    },
    onFailed: (error) => showFailure(error, { title: t('changeFailed'), description: errorText(error) }),
  })
  return (
    <Button
      size="sm"
      className="max-w-full whitespace-normal!"
      pending={isPending}
      aria-label={isDone ? t('reopenNamed', { subject }) : t('markDoneNamed', { subject })}
      onClick={() => mutate(!isDone)}
    >
      {isDone ? <Undo2 aria-hidden /> : <Check aria-hidden />}
      {isDone ? t('reopen') : t('markDone')}
    </Button>
  )
}

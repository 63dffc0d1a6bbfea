import { Check, CircleCheck, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { AdminContactMessage } from '#shared/admin-contact.ts'
import { displayName } from '#shared/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionRow } from '#web/ui/description-row.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useSetDone } from './use-contact-messages.ts'

type MessageCardProps = {
  message: AdminContactMessage
  /** Called when the message was marked as done, or opened again. */
  onChanged: () => void
}

/** A message of the contact form, with what an admin can do with it. */
export function MessageCard({ message, onChanged }: MessageCardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2
          dir="auto"
          className="min-w-0 font-text text-card font-bold tracking-normal [overflow-wrap:anywhere]"
        >
          {message.subject}
        </h2>
        <RelativeTime at={message.createdAt} className="flex-none text-meta text-ink-3" />
      </div>
      <Sender message={message} />
      <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message.message}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <DoneNote message={message} />
        <DoneButton message={message} onChanged={onChanged} />
      </div>
    </Card>
  )
}

/** The name and the address that the sender gave, and the account if there was one. */
function Sender({ message: { fullName, email, subject, user } }: { message: AdminContactMessage }) {
  const t = useTranslations('adminContact')
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-small">
      <DescriptionRow term={t('from')}>
        <bdi className="font-semibold">{fullName}</bdi>{' '}
        <a
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(t('replySubject', { subject }))}`}
          aria-label={t('write', { email })}
          className="tap-area text-link underline"
        >
          <bdi>{email}</bdi>
        </a>
      </DescriptionRow>
      {user && (
        <DescriptionRow term={t('account')}>
          <Link href={`/admin/users/${user.id}`} className="tap-area font-semibold text-link underline">
            <bdi>{displayName(user)}</bdi>
          </Link>
        </DescriptionRow>
      )}
    </dl>
  )
}

function DoneNote({ message: { doneAt, doneBy } }: { message: AdminContactMessage }) {
  const t = useTranslations('adminContact')
  if (doneAt === null) return null
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-small text-success">
      <CircleCheck aria-hidden className="size-4 flex-none stroke-[1.9]" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {doneBy
          ? t.rich('doneBy', { name: displayName(doneBy), bdi: (name) => <bdi>{name}</bdi> })
          : t('doneByNobody')}
        {' · '}
        <RelativeTime at={doneAt} />
      </span>
    </p>
  )
}

function DoneButton({ message: { id, doneAt, subject }, onChanged }: MessageCardProps) {
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
      className="ms-auto max-w-full whitespace-normal!"
      pending={isPending}
      aria-label={isDone ? t('reopenNamed', { subject }) : t('markDoneNamed', { subject })}
      onClick={() => mutate(!isDone)}
    >
      {isDone ? <Undo2 aria-hidden /> : <Check aria-hidden />}
      {isDone ? t('reopen') : t('markDone')}
    </Button>
  )
}

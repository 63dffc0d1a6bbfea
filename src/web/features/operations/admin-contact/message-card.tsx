import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { Reply } from '#web/ui/icons/reply.tsx'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { AdminContactMessage } from '#shared/operations/admin-contact.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionRow } from '#web/ui/description-row.tsx'
import { AssigneeSelect } from './assignee-select.tsx'
import { MailLink } from './mail-link.tsx'
import { MessageActions } from './message-actions.tsx'

type MessageCardProps = {
  message: AdminContactMessage
  /** Called when a change may remove the message from its list. */
  onChanged: () => void
  /** Opens the dialog for the answer. */
  onAnswer: () => void
}

/** A message of the contact form, with what an admin can do with it. */
export function MessageCard({ message, onChanged, onAnswer }: MessageCardProps) {
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
      <Answer message={message} />
      <DoneNote message={message} />
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-t border-line pt-3">
        <AssigneeSelect message={message} onChanged={onChanged} />
        <MessageActions message={message} onChanged={onChanged} onAnswer={onAnswer} />
      </div>
    </Card>
  )
}

/** The name and the address that the sender gave, and the account if there was one. */
function Sender({ message }: { message: AdminContactMessage }) {
  const t = useTranslations('adminContact')
  const { fullName, email, user } = message
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-small">
      <DescriptionRow term={t('from')}>
        <bdi className="font-semibold">{fullName}</bdi>{' '}
        <MailLink message={message} label={t('write', { email })}>
          <bdi>{email}</bdi>
        </MailLink>
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

/** What an admin wrote to the sender. */
function Answer({ message: { answer } }: { message: AdminContactMessage }) {
  const t = useTranslations('adminContact')
  if (!answer) return null
  const { author, createdAt, text } = answer
  return (
    <div className="grid gap-1.5 border-s-[3px] border-line-strong ps-3.5">
      <p className="flex min-w-0 items-center gap-1.5 text-small text-ink-2">
        <Reply aria-hidden className="size-4 flex-none stroke-[1.9] rtl:-scale-x-100" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {author
            ? t.rich('answeredBy', { name: displayName(author), bdi: (name) => <bdi>{name}</bdi> })
            : t('answeredByFormerAdmin')}
          {' · '}
          <RelativeTime at={createdAt} />
        </span>
      </p>
      <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
    </div>
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
          : t('doneByUnknown')}
        {' · '}
        <RelativeTime at={doneAt} />
      </span>
    </p>
  )
}

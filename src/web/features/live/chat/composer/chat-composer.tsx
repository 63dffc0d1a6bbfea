import { CHAT_FIELD } from './focus-chat-field.ts'
import { Send } from '#web/ui/icons/send.tsx'
import { X } from '#web/ui/icons/x.tsx'
import type { MouseEvent, ReactNode, RefObject, SubmitEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { lineLength } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { isVisible } from '#shared/text/visible.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useMentions } from '#web/features/accounts/shared/mentions/use-mentions.tsx'
import { TextLimit } from '#web/ui/forms/text-limit.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { EmojiText } from '#web/features/live/chat/emoji/emoji-text.tsx'
import { EmojiButton } from './emoji-button.tsx'
import type { Draft } from './use-draft.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

type ChatComposerProps = {
  draft: Draft
  field: RefObject<HTMLInputElement | null>
  /** When slow mode lets the user write again, in ms since 1970. */
  readyAt: number
  /** The rules of this chat, shown below the field. */
  rules: ReactNode
  onSend: () => void
}

/** Enter sends; blank or too long text is not sent, nor is any text during the wait of slow mode. */
export function ChatComposer({ draft, field, readyAt, rules, onSend }: ChatComposerProps) {
  const t = useTranslations('chat')
  const secondsLeft = useSecondsLeft(readyAt)
  const [length, max] = [lineLength(draft.text), limit('chatMessage')]
  const isTooLong = length > max
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isVisible(draft.text) && !isTooLong && secondsLeft === 0) onSend()
  }
  const mentions = useMentions({
    field,
    text: draft.text,
    onWrite: draft.setText,
    onKeyDown: (event) => {
      if (event.key === 'Escape' && draft.replyTo) draft.cancelReply()
    },
    placement: 'above',
  })
  return (
    <form
      onSubmit={submit}
      // Above the rest of the page: the emoji picker overflows this form.
      className="sticky bottom-(--foot,0px) z-10 border-t border-line bg-surface p-3 phone:p-2 portrait-phone:pb-[max(8px,env(safe-area-inset-bottom))] md:rounded-b-card landscape-phone:rounded-none"
    >
      <ReplyBar draft={draft} />
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Input
            ref={field}
            {...CHAT_FIELD}
            aria-label={t('message')}
            placeholder={t('placeholder')}
            dir="auto"
            autoComplete="off"
            enterKeyHint="send"
            aria-invalid={isTooLong || undefined}
            value={draft.text}
            {...mentions.fieldProps}
            className="pe-12"
          />
          <EmojiButton onPick={draft.insert} />
          {mentions.list}
        </div>
        <SendButton secondsLeft={secondsLeft} field={field} />
      </div>
      <TextLimit length={length} max={max} />
      {rules}
    </form>
  )
}

type SendButtonProps = Pick<ChatComposerProps, 'field'> & { secondsLeft: number }

/** Counts down during the wait of slow mode, and keeps the focus. */
function SendButton({ secondsLeft, field }: SendButtonProps) {
  const t = useTranslations('chat')
  // A press must not blur the field: a phone's keyboard would close and open again with each message.
  const keepFieldFocused = (event: MouseEvent) => {
    if (document.activeElement === field.current) event.preventDefault()
  }
  if (secondsLeft === 0)
    return (
      <IconButton
        type="submit"
        label={t('send')}
        variant="soft"
        className="size-12"
        onMouseDown={keepFieldFocused}
      >
        <Send aria-hidden className="rtl:-scale-x-100" />
      </IconButton>
    )
  return (
    <IconButton
      type="submit"
      label={t('slowModeCountdown', { seconds: secondsLeft })}
      aria-disabled
      variant="soft"
      onMouseDown={keepFieldFocused}
      className="size-12 cursor-not-allowed"
    >
      <span aria-hidden className="num text-small font-bold text-ink-2">
        {secondsLeft}
      </span>
    </IconButton>
  )
}

function ReplyBar({ draft: { replyTo, cancelReply } }: { draft: Draft }) {
  const t = useTranslations('chat')
  if (!replyTo) return null
  return (
    <div className="mb-2 flex items-center gap-2 rounded-control bg-sunken ps-3">
      <p className="min-w-0 flex-1 truncate text-meta text-ink-2">
        {t.rich('replyingTo', {
          name: displayName(replyTo.user),
          b: (name) => <bdi className="font-semibold text-ink">{name}</bdi>,
        })}{' '}
        <span dir="auto">
          <EmojiText text={replyTo.message} />
        </span>
      </p>
      <IconButton label={t('cancelReply')} onClick={cancelReply}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

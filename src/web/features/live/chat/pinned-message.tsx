import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { Pin } from '#web/ui/icons/pin.tsx'
import { PinOff } from '#web/ui/icons/pin-off.tsx'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatMessage } from '#shared/live/chat.ts'
import { displayName } from '#shared/accounts/users.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EmojiText } from '#web/features/live/chat/emoji/emoji-text.tsx'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { MessageText } from '#web/features/live/chat/emoji/message-text.tsx'
import { TipAmount } from '#web/features/live/chat/tips/tip-amount.tsx'
import { useModeration } from '#web/features/live/chat/moderation/use-moderation.ts'

type PinnedMessageProps = { session: ChatSession; message: ChatMessage; canModerate: boolean }

/** Screens that have room for the whole message above the chat. */
const WIDE_SCREEN = '(min-width: 768px)'

/** The pinned message above the list. It can be collapsed to one line, as it is at first on phones. */
export function PinnedMessage({ session, message, canModerate }: PinnedMessageProps) {
  const t = useTranslations('chat')
  const [isOpen, setIsOpen] = useState(() => matchMedia(WIDE_SCREEN).matches)
  const content = useId()
  const { pin } = useModeration(session, message.streamId)
  const unpinning = usePendingAction(async () => void (await pin(null)))
  return (
    <section aria-label={t('pinned')} className="border-b border-line bg-sunken">
      <div className={`flex items-center ps-4 ${canModerate ? 'pe-1' : 'pe-4'}`}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-(--tap) min-w-0 flex-1 items-center gap-2 text-meta font-semibold text-ink-2"
        >
          <Pin aria-hidden className="size-4 shrink-0 stroke-[1.9]" />
          <span className={isOpen ? '' : 'sr-only'}>{t('pinned')}</span>
          {!isOpen && (
            <span className="min-w-0 flex-1 truncate text-start text-small font-normal text-ink">
              <bdi className="me-1.5 font-bold">{displayName(message.user)}</bdi>
              {message.tip && <TipAmount {...message.tip} />}
              <bdi>
                <EmojiText text={message.message} />
              </bdi>
            </span>
          )}
          <ChevronDown
            aria-hidden
            className={`size-4 shrink-0 stroke-[1.9] transition-transform duration-(--dur-1) ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
        {canModerate && (
          <IconButton label={t('unpin')} aria-busy={unpinning.isPending} onClick={unpinning.run}>
            <PinOff aria-hidden />
          </IconButton>
        )}
      </div>
      <p
        id={content}
        hidden={!isOpen}
        className="px-4 pb-3 text-small leading-normal [overflow-wrap:anywhere]"
      >
        <bdi className="me-1.5 font-bold">{displayName(message.user)}</bdi>
        {message.tip && <TipAmount {...message.tip} />}
        <MessageText text={message.message} isTabbable />
      </p>
    </section>
  )
}

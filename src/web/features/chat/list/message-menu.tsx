import { AtSign, Ban, CornerUpLeft, Pin, PinOff, Timer, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatMessage } from '#shared/chat.ts'
import {
  DropdownMenu,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuSeparator,
} from '#web/ui/overlays/dropdown-menu.tsx'
import type { ChatSession } from '#web/features/chat/session/chat-session.ts'
import { useModeration } from '#web/features/chat/moderation/use-moderation.ts'

export type MessageMenuProps = {
  session: ChatSession
  message: ChatMessage
  trigger: ReactNode
  /** Where it is drawn: the list would cut it off. */
  container: HTMLElement | null
  isOwn: boolean
  isPinned: boolean
  /** Its writer is the streamer, whom nobody silences. */
  isStreamer: boolean
  canWrite: boolean
  canModerate: boolean
  onOpenChange: (isOpen: boolean) => void
  onReply: () => void
  onMention: () => void
  onBan: () => void
}

/** What a reader can do with a message. */
export function MessageMenu(props: MessageMenuProps) {
  const t = useTranslations('chat')
  const { session, message, isOwn, isPinned, canWrite, canModerate } = props
  const moderation = useModeration(session, message.streamId)
  // What takes the focus elsewhere does so when the menu has given it back.
  const next = useRef<(() => void) | null>(null)
  const afterwards = (work: () => void) => () => {
    next.current = work
  }
  return (
    <DropdownMenu
      trigger={props.trigger}
      container={props.container}
      defaultOpen
      onOpenChange={props.onOpenChange}
      onClosed={() => {
        next.current?.()
        next.current = null
      }}
    >
      {canWrite && (
        <DropdownMenuItem onSelect={afterwards(props.onReply)}>
          <CornerUpLeft aria-hidden className="rtl:-scale-x-100" />
          {t('reply')}
        </DropdownMenuItem>
      )}
      {canWrite && !isOwn && (
        <DropdownMenuItem onSelect={afterwards(props.onMention)}>
          <AtSign aria-hidden />
          {t('mention')}
        </DropdownMenuItem>
      )}
      {canModerate && (
        <DropdownMenuItem onSelect={() => void moderation.pin(isPinned ? null : message.id)}>
          {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {isPinned ? t('unpin') : t('pin')}
        </DropdownMenuItem>
      )}
      {(isOwn || canModerate) && (
        <DropdownMenuItem onSelect={() => void moderation.remove(message)} className="text-danger!">
          <Trash2 aria-hidden />
          {t('delete')}
        </DropdownMenuItem>
      )}
      {canModerate && !isOwn && !props.isStreamer && (
        <Silencing
          onTimeOut={(seconds) => void moderation.timeOut(message.user, seconds)}
          onBan={afterwards(props.onBan)}
        />
      )}
    </DropdownMenu>
  )
}

function Silencing({ onTimeOut, onBan }: { onTimeOut: (seconds: number) => void; onBan: () => void }) {
  const t = useTranslations('chat')
  const timeOuts = [
    { seconds: 60, name: t('timeOutFor.minute') },
    { seconds: 10 * 60, name: t('timeOutFor.tenMinutes') },
    { seconds: 60 * 60, name: t('timeOutFor.hour') },
    { seconds: 24 * 60 * 60, name: t('timeOutFor.day') },
  ]
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuGroup
        label={
          <>
            {t('timeOut')}
            <span className="block max-w-60 font-normal">{t('timeOutText')}</span>
          </>
        }
      >
        {timeOuts.map(({ seconds, name }) => (
          <DropdownMenuItem key={seconds} onSelect={() => onTimeOut(seconds)}>
            <Timer aria-hidden />
            {name}
          </DropdownMenuItem>
        ))}
      </DropdownMenuGroup>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={onBan} className="text-danger!">
        <Ban aria-hidden />
        {t('ban')}
      </DropdownMenuItem>
    </>
  )
}

import { AtSign } from '#web/ui/icons/at-sign.tsx'
import { Ban } from '#web/ui/icons/ban.tsx'
import { CornerUpLeft } from '#web/ui/icons/corner-up-left.tsx'
import { Flag } from '#web/ui/icons/flag.tsx'
import { Pin } from '#web/ui/icons/pin.tsx'
import { PinOff } from '#web/ui/icons/pin-off.tsx'
import { Timer } from '#web/ui/icons/timer.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatMessage } from '#shared/live/chat.ts'
import { displayName } from '#shared/accounts/users.ts'
import { HidingItems } from '#web/features/accounts/shared/safety/hiding-items.tsx'
import {
  DropdownMenu,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuSeparator,
} from '#web/ui/overlays/dropdown-menu.tsx'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { useModeration } from '#web/features/live/chat/moderation/use-moderation.ts'

export type MessageMenuProps = {
  session: ChatSession
  message: ChatMessage
  trigger: ReactNode
  /** The element that it is rendered in: the list would clip it. */
  container: HTMLElement | null
  isOwn: boolean
  isPinned: boolean
  /** Its author is the streamer, who cannot be banned. */
  isStreamer: boolean
  canWrite: boolean
  canModerate: boolean
  onOpenChange: (isOpen: boolean) => void
  onReply: () => void
  onMention: () => void
  onBan: () => void
  /** Absent for visitors. */
  onReport?: (() => void) | undefined
  onBlock: () => void
}

/** The menu of a message, with the actions that the current user may take. */
export function MessageMenu(props: MessageMenuProps) {
  const t = useTranslations('chat')
  const { session, message, isOwn, isPinned, canWrite, canModerate } = props
  const moderation = useModeration(session, message.streamId)
  return (
    <DropdownMenu
      trigger={props.trigger}
      container={props.container}
      defaultOpen
      onOpenChange={props.onOpenChange}
    >
      {canWrite && (
        <DropdownMenuItem onSelectAfterClose={props.onReply}>
          <CornerUpLeft aria-hidden className="rtl:-scale-x-100" />
          {t('reply')}
        </DropdownMenuItem>
      )}
      {canWrite && !isOwn && (
        <DropdownMenuItem onSelectAfterClose={props.onMention}>
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
      {props.onReport && !isOwn && (
        <>
          <DropdownMenuItem onSelectAfterClose={props.onReport}>
            <Flag aria-hidden />
            {t('report')}
          </DropdownMenuItem>
          <HidingItems
            user={{ id: message.userId, name: displayName(message.user) }}
            onBlock={props.onBlock}
          />
        </>
      )}
      {(isOwn || canModerate) && (
        <DropdownMenuItem danger onSelect={() => void moderation.remove(message)}>
          <Trash2 aria-hidden />
          {t('delete')}
        </DropdownMenuItem>
      )}
      {canModerate && !isOwn && !props.isStreamer && (
        <BanItems
          onTimeOut={(seconds) => void moderation.timeOut(message.user, seconds)}
          onBan={props.onBan}
        />
      )}
    </DropdownMenu>
  )
}

function BanItems({ onTimeOut, onBan }: { onTimeOut: (seconds: number) => void; onBan: () => void }) {
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
      <DropdownMenuItem danger onSelectAfterClose={onBan}>
        <Ban aria-hidden />
        {t('ban')}
      </DropdownMenuItem>
    </>
  )
}

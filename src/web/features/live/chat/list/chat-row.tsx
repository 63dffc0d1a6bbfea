import { CornerUpLeft } from '#web/ui/icons/corner-up-left.tsx'
import { Ellipsis } from '#web/ui/icons/ellipsis.tsx'
import { memo, useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/accounts/users.ts'
import { hash } from '#web/lib/hash.ts'
import { ProMark } from '#web/features/accounts/shared/badges/pro-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EmojiText } from '#web/features/live/chat/emoji/emoji-text.tsx'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'
import { TipAmount } from '#web/features/live/chat/tips/tip-amount.tsx'
import { MessageTime } from './message-time.tsx'
import { MessageText } from '../emoji/message-text.tsx'

const NAME_COLOURS = ['text-link', 'text-live-text', 'text-success', 'text-action-text'] as const

/** Callbacks of a row; the same for all rows, so that a row renders only when its own props change. */
export type RowActions = {
  retry: (entry: ChatEntry) => void
  edit: (entry: ChatEntry) => void
  openMenu: (entry: ChatEntry) => void
  showQuoted: (id: string) => void
}

type ChatRowProps = {
  entry: ChatEntry
  isStreamer: boolean
  /** The message replies to the current user, or mentions them. */
  isAddressed: boolean
  /** The one row of the list in the tab order. */
  isTabbable: boolean
  /** Second of the recording at which it was written; set in replays. */
  videoSecond?: number
  hasMenu: boolean
  /** Renders its open menu around the button; null while it is not open. */
  menu: ((trigger: ReactNode) => ReactNode) | null
  actions: RowActions
}

export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { entry, isStreamer, isAddressed, isTabbable, actions } = props
  const { user, userId, replyTo, createdAt, tip } = entry.message
  const name = displayName(user)
  const text = useId()
  const time = useId()
  return (
    <article
      data-key={entry.key}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows are read one by one with the arrow keys
      tabIndex={isTabbable ? 0 : -1}
      aria-labelledby={`${text} ${time}`}
      // The virtual list ignores the pointer while it scrolls, which a busy chat always does.
      className={`group/row pointer-events-auto relative mb-0.5 grid gap-x-2.5 rounded-control px-2 py-1.5 text-small leading-normal -outline-offset-2! ${props.hasMenu ? 'grid-cols-[32px_minmax(0,1fr)_36px]' : 'grid-cols-[32px_minmax(0,1fr)]'} ${backgroundOf({ isStreamer, isAddressed, isTip: tip !== null })} ${entry.state === 'sending' ? 'opacity-70' : ''}`}
    >
      {replyTo && <Quote quoted={replyTo} isTabbable={isTabbable} onShow={actions.showQuoted} />}
      <Avatar seed={userId} name={name} src={user.profileImageUrl} size={32} decorative />
      <div className="relative [overflow-wrap:anywhere]">
        {/* Stacked combining marks would cover other messages; the padding leaves room for focus rings. */}
        <div id={text} className="overflow-y-clip pt-1 pb-2">
          <RowText {...props} name={name} />
        </div>
        <MessageTime id={time} createdAt={createdAt} videoSecond={props.videoSecond} />
      </div>
      {props.hasMenu && entry.state === 'sent' && <MenuButton {...props} name={name} />}
    </article>
  )
})

type Background = { isStreamer: boolean; isAddressed: boolean; isTip: boolean }

function backgroundOf({ isStreamer, isAddressed, isTip }: Background): string {
  if (isTip) return 'bg-action-soft shadow-[inset_0_0_0_1.5px_var(--action-edge)]'
  if (isAddressed)
    return 'bg-link-soft shadow-[inset_3px_0_0_var(--link)] rtl:shadow-[inset_-3px_0_0_var(--link)]'
  return isStreamer ? 'bg-action-soft' : ''
}

type NamedRowProps = ChatRowProps & { name: string }

function RowText({ entry, name, isStreamer, isAddressed, isTabbable, actions }: NamedRowProps) {
  const t = useTranslations('chat')
  const { userId, message, tip } = entry.message
  const colour = isStreamer ? 'text-action-text' : NAME_COLOURS[hash(userId) % NAME_COLOURS.length]
  return (
    <>
      {isAddressed && <span className="sr-only">{t('mentionsYou')} </span>}
      {/* The space also separates name and text in the row's accessible name. */}
      <bdi className={`me-0.5 font-bold ${colour}`}>{name}</bdi>
      <ProMark user={entry.message.user} />{' '}
      {isStreamer && <span className="sr-only">({t('streamer')}) </span>}
      {entry.message.isFirst && (
        <>
          <Badge className="align-[1px]">{t('firstMessage')}</Badge>{' '}
        </>
      )}
      {tip && <TipAmount {...tip} />}
      <span className={tip ? 'block' : ''}>
        <MessageText text={message} isTabbable={isTabbable} />
      </span>
      {entry.state === 'held' && <p className="mt-1 text-meta font-semibold text-warning">{t('waiting')}</p>}
      {entry.state === 'failed' && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-meta font-semibold text-danger">
          {t('notSent')} {entry.reason}
          {entry.canRetry === false ? (
            <Button size="sm" variant="line" onClick={() => actions.edit(entry)}>
              {t('edit')}
            </Button>
          ) : (
            <Button size="sm" variant="line" onClick={() => actions.retry(entry)}>
              {t('tryAgain')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

type QuoteProps = {
  quoted: NonNullable<ChatEntry['message']['replyTo']>
  isTabbable: boolean
  onShow: (id: string) => void
}

/** The message that is replied to; a press scrolls to it. */
function Quote({ quoted: { id, name, excerpt }, isTabbable, onShow }: QuoteProps) {
  const t = useTranslations('chat')
  return (
    <button
      type="button"
      aria-label={t('replyTo', { name, excerpt })}
      tabIndex={isTabbable ? 0 : -1}
      onClick={() => onShow(id)}
      className="tap-area col-span-full flex min-h-6 min-w-0 items-center gap-1.5 ps-[15px] text-start text-meta text-ink-2 hover:text-ink"
    >
      <CornerUpLeft aria-hidden className="size-4 flex-none stroke-[1.9] rtl:-scale-x-100" />
      <span className="truncate ps-[5px]">
        <bdi className="font-semibold">{name}</bdi>{' '}
        <span dir="auto">
          <EmojiText text={excerpt} />
        </span>
      </span>
    </button>
  )
}

/** Shown while the row is hovered or focused; on devices without hover always. */
function MenuButton({ entry, name, isTabbable, menu, actions }: NamedRowProps) {
  const t = useTranslations('chat')
  const buttonProps = {
    label: t('actions', { name }),
    tabIndex: isTabbable ? 0 : -1,
    'aria-haspopup': 'menu',
    variant: 'soft',
    className:
      '-my-1.5 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 [@media(hover:none)]:bg-transparent [@media(hover:none)]:text-ink-3 [@media(hover:none)]:opacity-100',
    children: <Ellipsis aria-hidden />,
  } as const
  if (menu) return menu(<IconButton {...buttonProps} />)
  return <IconButton {...buttonProps} aria-expanded={false} onClick={() => actions.openMenu(entry)} />
}

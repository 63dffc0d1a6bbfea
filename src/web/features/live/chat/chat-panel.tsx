import { Settings2 } from '#web/ui/icons/settings-2.tsx'
import { Users } from '#web/ui/icons/users.tsx'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatRules } from '#shared/live/chat.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { useIsSandbox } from '#web/api/site.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { SandboxScope } from '#web/features/notifications/shared/money/sandbox-scope.tsx'
import { CHAT_HEIGHT_CLASS } from '#web/features/media/shared/playback/player-top-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChatAnnouncer } from '#web/features/live/chat/list/chat-announcer.tsx'
import { ChatEmoji } from '#web/features/live/chat/emoji/chat-emoji.tsx'
import { ChatFooter } from '#web/features/live/chat/composer/chat-footer.tsx'
import { ChatMessages } from '#web/features/live/chat/list/chat-messages.tsx'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { LiveHighlights } from '#web/features/live/chat/tips/live-highlights.tsx'
import { PinnedMessage } from './pinned-message.tsx'
import { blockReasonOf } from '#web/features/live/chat/session/block-reason.ts'
import { useChat } from '#web/features/live/chat/session/use-chat.ts'
import { tipsOf } from '#web/features/live/chat/tips/tips-of.ts'
import { useDraft } from '#web/features/live/chat/composer/use-draft.ts'

type ChatPanelProps = {
  streamId: string
  streamerId: string
  /** The streamer has Creator Pro, and may have emoji. */
  hasEmoji: boolean
  /** The setting of the stream. */
  allowChat: boolean
  user: CurrentUser | null
  viewerCount: number
  /** Shown while there are no messages. */
  empty: ReactNode
  /** A button to follow the streamer, shown when only followers can write. */
  followAction?: ReactNode
  /** Shown above the messages: the goal of the stream's tips, if it has one. */
  goal?: ReactNode
  /** The goal is a line without text, as on phones. */
  isGoalLine?: boolean
  className?: string
}

/**
 * A stream's chat: 600 px high beside the video; below it, on phones, `className` sets the height, and it is higher when goal, tips and
 * pinned message leave too little of it for the messages.
 */
export function ChatPanel({ hasEmoji, ...props }: ChatPanelProps) {
  return (
    <ChatEmoji creatorId={props.streamerId} isOffered={hasEmoji}>
      <Panel {...props} />
    </ChatEmoji>
  )
}

function Panel(props: Omit<ChatPanelProps, 'hasEmoji'>) {
  const { streamId, allowChat, user, viewerCount, goal, isGoalLine = false, className } = props
  const { session, ...view } = useChat(streamId, user)
  const { chat, entries } = view
  const { draft, field } = useDraft()
  const isSandbox = useIsSandbox()
  // Advances when a wait is over; an older time makes a wait only longer.
  const [now, setNow] = useState(Date.now)
  const block = blockReasonOf(chat, { allowChat, isMember: user !== null, now })
  const isShown = block?.kind !== 'off' && block?.kind !== 'banned'
  const canModerate = chat?.viewer.canModerate ?? false
  const send = () => {
    void session.send(draft.text, draft.replyTo)
    draft.clear()
  }
  return (
    <section
      aria-labelledby="chat-heading"
      className={`flex min-h-min min-w-0 flex-col border-y border-line bg-surface portrait-phone:border-y-0 md:rounded-card md:border-x ${CHAT_HEIGHT_CLASS} landscape-phone:min-h-0 landscape-phone:rounded-none landscape-phone:border-0 landscape-phone:bg-transparent ${className ?? ''}`}
    >
      <ChatHeader
        viewerCount={viewerCount}
        moderation={
          chat && canModerate && <RulesButton session={session} streamId={streamId} rules={chat.rules} />
        }
      />
      {goal}
      {canModerate && <HeldMessagesOfModerator session={session} streamId={streamId} />}
      {isShown ? (
        <SandboxScope
          rows={tipsOf(entries, chat)}
          // The goal already says that no money moves.
          hasNoteAbove={isSandbox && Boolean(goal) && !isGoalLine}
          variant="line"
          className="border-b border-line px-4 py-1"
        >
          {chat?.pinned && (
            <PinnedMessage
              key={chat.pinned.id}
              session={session}
              message={chat.pinned}
              canModerate={canModerate}
            />
          )}
          {chat && chat.highlights.length > 0 && <LiveHighlights highlights={chat.highlights} />}
          {view.status === 'ready' && <ChatAnnouncer entries={entries} currentUserId={user?.id} />}
          <ChatMessages
            {...props}
            session={session}
            view={view}
            chat={chat}
            draft={draft}
            canWrite={block === null}
          />
        </SandboxScope>
      ) : (
        <div className="grow" />
      )}
      <ChatFooter
        block={block}
        chat={chat}
        readyAt={view.readyAt}
        draft={draft}
        field={field}
        followAction={props.followAction}
        onSend={send}
        onFollowOldEnough={() => setNow(Date.now())}
        onTimeOutEnd={() => session.apply({ type: 'chat_restricted', streamId, data: { restriction: null } })}
      />
    </section>
  )
}

type ChatHeaderProps = { viewerCount: number; moderation: ReactNode }

/** Phones need its height for messages: there only moderators see it. */
function ChatHeader({ viewerCount, moderation }: ChatHeaderProps) {
  const t = useTranslations('chat')
  return (
    <header
      className={`flex items-center justify-between gap-3 border-b border-line px-4 py-3 phone:py-1.5 ${moderation ? '' : 'phone:sr-only'}`}
    >
      <h2 id="chat-heading" className="font-display text-[1.125rem] leading-tight font-extrabold">
        {t('title')}
      </h2>
      <div className="flex items-center gap-1">
        <Badge>
          <Users aria-hidden className="size-4" />
          <span className="sr-only">{t('viewers')}</span>
          <span className="num">{t('count', { count: viewerCount })}</span>
        </Badge>
        {moderation}
      </div>
    </header>
  )
}

type RulesButtonProps = { session: ChatSession; streamId: string; rules: ChatRules }

/** Opens the moderation menu, whose code is loaded on the first press. */
function RulesButton(props: RulesButtonProps) {
  const t = useTranslations('chat')
  const { Component: RulesMenu, isLoading, load } = useLazyComponent(loadRulesMenu)
  const buttonProps = {
    label: t('moderation'),
    'aria-haspopup': 'menu',
    className: '-my-2 -me-2.5',
    children: <Settings2 aria-hidden />,
  } as const
  if (RulesMenu) return <RulesMenu {...props} trigger={<IconButton {...buttonProps} />} />
  return (
    <IconButton {...buttonProps} aria-expanded={false} aria-busy={isLoading} onClick={() => void load()} />
  )
}

/** Its code is for moderators alone. The page of a broadcast stays if that cannot be fetched. */
function HeldMessagesOfModerator(props: { session: ChatSession; streamId: string }) {
  const { Component: HeldMessages, load } = useLazyComponent(loadHeldMessages)
  const start = useEffectEvent(() => void load())
  useEffect(() => start(), [])
  return HeldMessages && <HeldMessages {...props} />
}

const loadHeldMessages = async () =>
  (await import('#web/features/live/chat/moderation/held-messages.tsx')).HeldMessages

const loadRulesMenu = async () =>
  (await import('#web/features/live/chat/moderation/rules-menu.tsx')).RulesMenu

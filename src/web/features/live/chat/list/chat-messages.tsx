import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatState } from '#shared/live/chat.ts'
import { type CurrentUser, type UserRef, displayName } from '#shared/accounts/users.ts'
import { useBlockDialog } from '#web/features/accounts/shared/safety/use-block-dialog.tsx'
import { useVisibleEntries } from './use-visible-entries.ts'
import { useReportDialog } from '#web/features/accounts/shared/safety/use-report-dialog.tsx'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ChatList } from './chat-list.tsx'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'
import type { ChatSession, ChatView } from '#web/features/live/chat/session/chat-session.ts'
import type { MessageMenuProps } from './message-menu.tsx'
import type { Draft } from '#web/features/live/chat/composer/use-draft.ts'

type ChatMessagesProps = {
  session: ChatSession
  view: ChatView
  chat: ChatState | null
  draft: Draft
  streamId: string
  streamerId: string
  user: CurrentUser | null
  empty: ReactNode
  canWrite: boolean
}

/** The messages with their menus, a spinner while they are loading, or an error. */
export function ChatMessages(props: ChatMessagesProps) {
  const { session, view, chat, user, streamerId } = props
  // Menus are rendered outside of the list, which would clip them.
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const menus = useMenus(props, container)
  const entries = useVisibleEntries(view.entries)
  const canModerate = chat?.viewer.canModerate ?? false
  if (view.status === 'loading')
    return (
      <div className="grid flex-1 place-items-center">
        <Spinner />
      </div>
    )
  if (view.status === 'error') return <LoadFailed onRetry={() => void session.catchUp()} />
  return (
    <div ref={setContainer} className="contents">
      <ChatList
        entries={entries}
        streamerId={streamerId}
        currentUser={user}
        empty={props.empty}
        menu={menus.menu}
        hasMenus={user !== null}
        isPaused={menus.isOpen}
        pausesUnderPointer={canModerate}
        onReading={(isReading) => session.setReading(isReading)}
        onRetry={(entry) => void session.retry(entry)}
        onEdit={(entry) => props.draft.edit(entry.message.message, session.takeBack(entry))}
        onMenu={(entry) => void menus.open(entry)}
      />
      {menus.dialog}
    </div>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('chat')
  return (
    <div className="grid flex-1 content-center justify-items-center gap-3 p-4">
      <Alert>{t('loadFailed')}</Alert>
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </div>
  )
}

/** One menu for all rows, for the message that it was last opened for. */
function useMenus(
  { session, chat, draft, streamId, streamerId, user, canWrite }: ChatMessagesProps,
  container: HTMLElement | null,
) {
  const menuCode = useLazyComponent(loadMessageMenu)
  const dialogCode = useLazyComponent(loadBanDialog)
  const [key, setKey] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [banning, setBanning] = useState<{ user: UserRef; isOpen: boolean } | null>(null)
  const { report, dialog: reportDialog } = useReportDialog()
  const block = useBlockDialog()
  const { Component: MessageMenu } = menuCode
  const { Component: BanDialog } = dialogCode
  const openBanDialog = async (target: UserRef) => {
    if (BanDialog || (await dialogCode.load())) setBanning({ user: target, isOpen: true })
  }
  const render = ({ message }: ChatEntry, trigger: MessageMenuProps['trigger']) =>
    MessageMenu && (
      <MessageMenu
        session={session}
        message={message}
        trigger={trigger}
        container={container}
        isOwn={message.userId === user?.id}
        isStreamer={message.userId === streamerId}
        isPinned={message.id === chat?.pinned?.id}
        canWrite={canWrite}
        canModerate={chat?.viewer.canModerate ?? false}
        onOpenChange={setIsOpen}
        onReply={() => draft.reply(message, message.userId === user?.id)}
        onMention={() => draft.mention(message.user.handle)}
        onBan={() => void openBanDialog(message.user)}
        onBlock={() => block.open({ id: message.userId, name: displayName(message.user) })}
        onReport={
          user
            ? () => report({ subjectType: 'message', subjectId: message.id, name: displayName(message.user) })
            : undefined
        }
      />
    )
  return {
    isOpen: isOpen || (banning?.isOpen ?? false) || reportDialog !== null || block.isOpen,
    menu: key !== null && MessageMenu ? { key, render } : null,
    open: async (entry: ChatEntry) => {
      if (!MessageMenu && !(await menuCode.load())) return
      setKey(entry.key)
      setIsOpen(true)
    },
    dialog: (
      <>
        {BanDialog && banning && (
          <BanDialog
            session={session}
            streamId={streamId}
            user={banning.user}
            open={banning.isOpen}
            onOpenChange={(isOpen) => setBanning({ ...banning, isOpen })}
          />
        )}
        {reportDialog}
        {block.dialog}
      </>
    ),
  }
}

const loadMessageMenu = async () => (await import('./message-menu.tsx')).MessageMenu
const loadBanDialog = async () =>
  (await import('#web/features/live/chat/moderation/ban-dialog.tsx')).BanDialog

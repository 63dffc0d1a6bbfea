import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { OwnUser } from '#shared/users.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatList } from './chat-list.tsx'
import { useChat } from './use-chat.ts'

type ChatPanelProps = {
  streamId: string
  streamerId: string
  /** The stream's own setting. */
  allowChat: boolean
  /** The server's word on whether this viewer may write. */
  canChat: boolean
  user: OwnUser | null
  viewerCount: number
  /** What stands here until somebody writes. */
  empty: ReactNode
  className?: string
}

/** A stream's chat, 600 px high beside the video; below it, on phones, as high as `className` says. */
export function ChatPanel({
  streamId,
  streamerId,
  allowChat,
  canChat,
  user,
  viewerCount,
  empty,
  className,
}: ChatPanelProps) {
  const t = useTranslations('chat')
  const { session, status, entries } = useChat({ streamId, streamerId }, user)
  return (
    <section
      aria-labelledby="chat-heading"
      className={`flex min-w-0 flex-col lg:h-[600px] border-y border-line bg-surface md:rounded-card md:border-x ${className ?? ''}`}
    >
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 id="chat-heading" className="font-display text-[1.125rem] leading-tight font-extrabold">
          {t('title')}
        </h2>
        <Badge>
          <Users aria-hidden className="size-4" />
          <span className="sr-only">{t('viewers')}</span>
          <span className="num">{t('count', { count: viewerCount })}</span>
        </Badge>
      </header>
      {status === 'loading' && (
        <div className="grid flex-1 place-items-center">
          <Spinner />
        </div>
      )}
      {status === 'error' && (
        <div className="grid flex-1 content-center justify-items-center gap-3 p-4">
          <Alert>{t('loadFailed')}</Alert>
          <Button onClick={() => void session.catchUp()}>{t('tryAgain')}</Button>
        </div>
      )}
      {status === 'ready' && (
        <ChatList
          entries={entries}
          streamerId={streamerId}
          empty={empty}
          onRetry={(entry) => void session.retry(entry)}
        />
      )}
      <ChatFoot allowChat={allowChat} canChat={canChat} onSend={(text) => void session.send(text)} />
    </section>
  )
}

type ChatFootProps = { allowChat: boolean; canChat: boolean; onSend: (text: string) => void }

function ChatFoot({ allowChat, canChat, onSend }: ChatFootProps) {
  const t = useTranslations('chat')
  if (!allowChat)
    return <p className="border-t border-line p-4 text-center text-small text-ink-2">{t('off')}</p>
  if (canChat) return <ChatComposer onSend={onSend} />
  const returnTo = encodeURIComponent(location.pathname)
  return (
    <div className="grid justify-items-center gap-3 border-t border-line p-4 text-center">
      <p className="text-small text-ink-2">{t('signInToJoin')}</p>
      <Button asChild variant="soft">
        <a href={`/auth/login?returnTo=${returnTo}`}>{t('signIn')}</a>
      </Button>
    </div>
  )
}

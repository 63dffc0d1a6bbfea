import { ArrowDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { hash } from '#web/lib/hash.ts'
import type { ChatEntry } from './chat-log.ts'

/** Near enough to the end to follow it, in px. */
const NEAR_END = 60
const NAME_COLOURS = ['text-link', 'text-live-text', 'text-success', 'text-action-text'] as const

type ChatListProps = {
  entries: readonly ChatEntry[]
  streamerId: string
  empty: ReactNode
  onRetry: (entry: ChatEntry) => void
}

/** The messages, following the newest unless the reader has scrolled up; then a pill leads back down. */
export function ChatList({ entries, streamerId, empty, onRetry }: ChatListProps) {
  const t = useTranslations('chat')
  const list = useRef<HTMLDivElement>(null)
  const [isFollowing, setIsFollowing] = useState(true)
  const newest = entries.at(-1)?.key
  const scrollToEnd = () => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
    setIsFollowing(true)
  }
  useLayoutEffect(() => {
    if (isFollowing) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [newest, isFollowing])
  return (
    <div className="relative min-h-0 flex-1">
      {entries.length === 0 && (
        <p className="absolute inset-0 grid place-items-center p-6 text-center text-small text-ink-2">
          {empty}
        </p>
      )}
      <div
        ref={list}
        role="log"
        aria-label={t('messages')}
        // Readers must reach what has scrolled away by keyboard too.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setIsFollowing(scrollHeight - scrollTop - clientHeight < NEAR_END)
        }
        className="absolute inset-0 flex flex-col overflow-y-auto overscroll-contain p-2 [&>:first-child]:mt-auto"
      >
        <ol className="grid gap-0.5">
          {entries.map((entry) => (
            <ChatRow
              key={entry.clientId ?? entry.key}
              entry={entry}
              streamerId={streamerId}
              onRetry={onRetry}
            />
          ))}
        </ol>
      </div>
      {!isFollowing && (
        <Button
          size="sm"
          variant="on"
          onClick={scrollToEnd}
          className="absolute inset-x-0 bottom-2 mx-auto w-fit"
        >
          <ArrowDown aria-hidden /> {t('newest')}
        </Button>
      )}
    </div>
  )
}

type ChatRowProps = { entry: ChatEntry; streamerId: string; onRetry: (entry: ChatEntry) => void }

function ChatRow({ entry, streamerId, onRetry }: ChatRowProps) {
  const t = useTranslations('chat')
  const { user, userId, message } = entry.message
  const name = displayName(user)
  const isStreamer = userId === streamerId
  const colour = isStreamer ? 'text-action-text' : NAME_COLOURS[hash(userId) % NAME_COLOURS.length]
  return (
    <li
      className={`grid grid-cols-[32px_minmax(0,1fr)] gap-2.5 rounded-control px-2 py-1.5 text-small leading-normal ${isStreamer ? 'bg-action-soft' : ''} ${entry.state === 'sending' ? 'opacity-70' : ''}`}
    >
      <Avatar seed={userId} name={name} src={user.profileImageUrl} size={32} decorative />
      <div className="pt-1 [overflow-wrap:anywhere]">
        <bdi className={`me-1.5 font-bold ${colour}`}>{name}</bdi>
        <span dir="auto">{message}</span>
        {entry.state === 'failed' && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-meta font-semibold text-danger">
            {t('notSent')} {entry.reason}
            <Button size="sm" variant="line" onClick={() => onRetry(entry)}>
              {t('tryAgain')}
            </Button>
          </p>
        )}
      </div>
    </li>
  )
}

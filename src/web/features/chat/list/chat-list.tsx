import { ArrowDown } from 'lucide-react'
import { Fragment, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { UserRef } from '#shared/users.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChatEntry } from '#web/features/chat/session/chat-log.ts'
import { ChatRow, type RowCalls } from './chat-row.tsx'
import { isMeantFor } from '#web/features/chat/session/mentions.ts'
import { TimeSeparator } from './message-time.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowBatches } from './use-row-batches.ts'

/** A row of one line, in px: what rows are taken for until they are measured. */
const ROW_HEIGHT = 46
/** A pause in the conversation as long as this is marked with the time. */
const SILENCE_MS = 5 * 60_000

type ChatListProps = {
  entries: readonly ChatEntry[]
  streamerId: string
  me: UserRef | null
  empty: ReactNode
  /** The menu of the message that it was opened for, around the button that opens it. */
  menu: { key: string; draw: (entry: ChatEntry, trigger: ReactNode) => ReactNode } | null
  /** Each message has a menu; else only the reader's own. */
  hasMenus: boolean
  /** The reader is busy with what belongs to a row. */
  isHeld: boolean
  /** Rows stand still under a pointer: who moderates must not hit the wrong one. */
  isCareful: boolean
  onReading: (isReading: boolean) => void
  onRetry: (entry: ChatEntry) => void
  onMenu: (entry: ChatEntry) => void
}

/**
 * The messages, of which only those in sight are drawn; following the newest unless the reader has scrolled up: then a
 * pill leads back down.
 *
 * A log that a screen reader follows announces what is added to it. Here rows are also added because the reader scrolls,
 * and fifty may come in a second, so the log itself is silent: `ChatAnnouncer` says what is new, at a bearable pace.
 */
export function ChatList(props: ChatListProps) {
  const { entries, streamerId, me, empty, menu, onReading } = props
  const t = useTranslations('chat')
  const list = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const { rows, isCut } = useRowBatches(entries)
  const [isPointed, setIsPointed] = useState(false)
  const focus = useRowFocus({ list, box, rows })
  const isHeld = props.isHeld || focus.isInside || isPointed
  const following = useFollowEnd({ list, rows, isHeld, me: me?.id, onReading })
  const calls = useRowCalls(props, rows, focus.goTo)
  const menuIndex = menu === null ? -1 : rows.findIndex(({ key }) => key === menu.key)
  return (
    <div className="relative min-h-0 flex-1">
      {entries.length === 0 && (
        <p className="absolute inset-0 grid place-items-center p-6 text-center text-small text-ink-2">
          {empty}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from row to row */}
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t('messages')}
        tabIndex={rows.length === 0 ? 0 : -1}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onKeyDown={focus.onKeyDown}
        onPointerMove={({ pointerType }) => setIsPointed(props.isCareful && pointerType === 'mouse')}
        onPointerLeave={() => setIsPointed(false)}
        className="absolute inset-0 flex flex-col overflow-y-auto overscroll-contain p-2 outline-none"
      >
        {/* Few messages stand at the bottom. */}
        <div className="grow" />
        <Virtualizer
          ref={list}
          data={rows}
          shift={isCut}
          itemSize={ROW_HEIGHT}
          keepMounted={[focus.activeIndex, menuIndex].filter((index) => index >= 0)}
          onScroll={following.onScroll}
          onResize={() => {
            following.onResize()
            focus.focusWanted()
          }}
        >
          {(entry, index) => (
            <Fragment key={entry.clientId ?? entry.key}>
              {isAfterSilence(entry, rows[index - 1]) && (
                <TimeSeparator createdAt={entry.message.createdAt} />
              )}
              <ChatRow
                entry={entry}
                isStreamer={entry.message.userId === streamerId}
                isMeant={isMeantFor(entry.message, me)}
                isTabbable={entry.key === focus.activeKey}
                hasMenu={props.hasMenus || entry.message.userId === me?.id}
                menu={menu?.key === entry.key ? (trigger) => menu.draw(entry, trigger) : null}
                calls={calls}
              />
            </Fragment>
          )}
        </Virtualizer>
      </div>
      {following.isBehind && (
        <ToEnd
          count={following.unseen}
          onPress={() => {
            following.toEnd()
            // The button is about to go, and the focus must not go with it.
            box.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </div>
  )
}

function isAfterSilence(entry: ChatEntry, previous: ChatEntry | undefined): boolean {
  if (!previous) return false
  return Date.parse(entry.message.createdAt) - Date.parse(previous.message.createdAt) >= SILENCE_MS
}

/** The same functions for all rows and as long as the list is there, so that rows are drawn for their own sake only. */
function useRowCalls(
  { onRetry, onMenu }: ChatListProps,
  rows: readonly ChatEntry[],
  goTo: (index: number) => void,
): RowCalls {
  const latest = useRef({ onRetry, onMenu, rows, goTo })
  useLayoutEffect(() => {
    latest.current = { onRetry, onMenu, rows, goTo }
  })
  return useMemo(
    () => ({
      retry: (entry) => latest.current.onRetry(entry),
      openMenu: (entry) => latest.current.onMenu(entry),
      showQuoted: (id) => {
        const index = latest.current.rows.findIndex(({ key }) => key === id)
        if (index !== -1) latest.current.goTo(index)
      },
    }),
    [],
  )
}

function ToEnd({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useTranslations('chat')
  return (
    <Button
      size="sm"
      variant="on"
      onClick={onPress}
      className="absolute inset-x-0 bottom-2 mx-auto w-fit shadow-float"
    >
      <ArrowDown aria-hidden /> {count > 0 ? t('newMessages', { count }) : t('newest')}
    </Button>
  )
}

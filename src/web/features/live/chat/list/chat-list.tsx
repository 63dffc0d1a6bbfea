import { ArrowDown } from '#web/ui/icons/arrow-down.tsx'
import { Fragment, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { UserRef } from '#shared/accounts/users.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'
import { ChatRow, type RowActions } from './chat-row.tsx'
import { isAddressedTo } from '#web/features/live/chat/session/mentions.ts'
import { TimeSeparator } from './message-time.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowBatches } from './use-row-batches.ts'

/** Height of a row with one line, in px: the estimate for rows that are not measured yet. */
const ROW_HEIGHT = 47
/** After a pause of this length the time is shown between two messages. */
const SILENCE_MS = 5 * 60_000

type ChatListProps = {
  entries: readonly ChatEntry[]
  streamerId: string
  currentUser: UserRef | null
  empty: ReactNode
  /** Renders the open menu of one message around its button. */
  menu: { key: string; render: (entry: ChatEntry, trigger: ReactNode) => ReactNode } | null
  /** Every message has a menu; otherwise only those of the current user. */
  hasMenus: boolean
  /** Does not scroll to the end, e.g. while the menu of a row is open. */
  isPaused: boolean
  /** Does not scroll under a mouse pointer either, so that a moderator does not press the wrong row. */
  pausesUnderPointer: boolean
  onReading: (isReading: boolean) => void
  onRetry: (entry: ChatEntry) => void
  onEdit: (entry: ChatEntry) => void
  onMenu: (entry: ChatEntry) => void
}

/**
 * The messages, of which only the visible ones are rendered. The list follows the newest unless the user has scrolled
 * up; then a button scrolls back down.
 *
 * A live `log` announces each added row. Here scrolling also adds rows, and fifty messages may arrive per second, so
 * the log itself is not live: `ChatAnnouncer` announces new messages at a limited rate.
 */
export function ChatList(props: ChatListProps) {
  const { entries, streamerId, currentUser, empty, menu, onReading } = props
  const t = useTranslations('chat')
  const list = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const { rows, hasTrimmedStart } = useRowBatches(entries)
  const [isPointed, setIsPointed] = useState(false)
  const focus = useRowFocus({ list, box, rows, onGoTo: (offset) => following.onGoTo(offset) })
  const isPaused = props.isPaused || focus.isInside || isPointed
  const following = useFollowEnd({ box, rows, isPaused, currentUserId: currentUser?.id, onReading })
  const actions = useRowActions(props, rows, focus.goTo)
  const menuIndex = menu === null ? -1 : rows.findIndex(({ key }) => key === menu.key)
  return (
    <div className="relative min-h-40 flex-1 portrait-phone:min-h-24 landscape-phone:min-h-0">
      {entries.length === 0 && (
        <p className="absolute inset-0 grid place-items-center p-6 text-center text-small text-ink-2">
          {empty}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the focus */}
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t('messages')}
        tabIndex={rows.length === 0 ? 0 : -1}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onKeyDown={focus.onKeyDown}
        onPointerMove={({ pointerType, currentTarget, target }) => {
          // React's events also come from the menu, which is outside of the element: leaving the menu is not reported
          // here.
          const isInside = target instanceof Node && currentTarget.contains(target)
          setIsPointed(props.pausesUnderPointer && pointerType === 'mouse' && isInside)
        }}
        onPointerLeave={() => setIsPointed(false)}
        onWheel={following.onWheel}
        onPointerDown={following.onPointerDown}
        onTouchStart={following.onTouchStart}
        onTouchMove={following.onTouchMove}
        className="absolute inset-0 flex flex-col overflow-y-auto overscroll-contain p-2 outline-none"
      >
        {/* Aligns few messages at the bottom. */}
        <div className="grow" />
        <Virtualizer
          ref={list}
          data={rows}
          shift={hasTrimmedStart}
          itemSize={ROW_HEIGHT}
          keepMounted={[focus.activeIndex, menuIndex].filter((index) => index >= 0)}
          onScroll={following.onScroll}
          onResize={() => {
            following.onResize()
            focus.focusPending()
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
                isAddressed={isAddressedTo(entry.message, currentUser)}
                isTabbable={entry.key === focus.activeKey}
                hasMenu={props.hasMenus || entry.message.userId === currentUser?.id}
                menu={menu?.key === entry.key ? (trigger) => menu.render(entry, trigger) : null}
                actions={actions}
              />
            </Fragment>
          )}
        </Virtualizer>
      </div>
      {following.hasMoreBelow && (
        <ScrollToEndButton
          count={following.unseen}
          onPress={() => {
            following.goToEnd()
            // The button disappears: the list gets its focus.
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

/** Returns stable functions, the same for all rows, so that a row renders only when its own props change. */
function useRowActions(
  { onRetry, onEdit, onMenu }: ChatListProps,
  rows: readonly ChatEntry[],
  goTo: (index: number) => void,
): RowActions {
  const latest = useRef({ onRetry, onEdit, onMenu, rows, goTo })
  useLayoutEffect(() => {
    latest.current = { onRetry, onEdit, onMenu, rows, goTo }
  })
  return useMemo(
    () => ({
      retry: (entry) => latest.current.onRetry(entry),
      edit: (entry) => latest.current.onEdit(entry),
      openMenu: (entry) => latest.current.onMenu(entry),
      showQuoted: (id) => {
        const index = latest.current.rows.findIndex(({ key }) => key === id)
        if (index !== -1) latest.current.goTo(index)
      },
    }),
    [],
  )
}

function ScrollToEndButton({ count, onPress }: { count: number; onPress: () => void }) {
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

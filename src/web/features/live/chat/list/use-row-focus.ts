import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'

type Options = {
  list: RefObject<VirtualizerHandle | null>
  box: RefObject<HTMLElement | null>
  rows: readonly ChatEntry[]
  /** Called before the list scrolls to the row that begins at this offset, in px. */
  onGoTo: (offset: number) => void
}

/**
 * Roving tabindex: one row of the list is in the tab order, and stays mounted wherever the list is scrolled; arrows,
 * Home and End move the focus. When the focused row is deleted, its neighbour gets the focus.
 */
export function useRowFocus({ list, box, rows, onGoTo }: Options) {
  const [active, setActive] = useState<{ key: string; index: number } | null>(null)
  const [isInside, setIsInside] = useState(false)
  const pendingKey = useRef<string | null>(null)

  const found = rows.findIndex(({ key }) => key === active?.key)
  const fallbackIndex = Math.min(active?.index ?? rows.length, rows.length - 1)
  const activeIndex = found === -1 ? fallbackIndex : found
  const activeKey = rows[activeIndex]?.key

  /** A row can get the focus only after the list has rendered and measured it. */
  const focusPending = () => {
    if (pendingKey.current === null) return
    const row = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(pendingKey.current)}"]`)
    row?.focus({ preventScroll: true })
    if (row && document.activeElement === row) pendingKey.current = null
  }
  const goTo = (index: number) => {
    const key = rows[index]?.key
    if (key === undefined) return
    pendingKey.current = key
    setActive({ key, index })
    if (!list.current) return
    onGoTo(list.current.getItemOffset(index))
    list.current.scrollToIndex(index, { align: 'nearest' })
  }
  const onRender = useEffectEvent(focusPending)
  const onActiveDeleted = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    if (activeKey === undefined) box.current?.focus()
    else goTo(activeIndex)
  })
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the focus is known only after the rows are rendered
    if (isInside && active && found === -1) onActiveDeleted()
    onRender()
  })

  return {
    activeIndex,
    activeKey,
    isInside,
    goTo,
    focusPending,
    onFocus: ({ target }: FocusEvent) => {
      const key = target.closest('[data-key]')?.getAttribute('data-key')
      const index = rows.findIndex((row) => row.key === key)
      if (index === -1) return
      setActive({ key: rows[index]?.key ?? '', index })
      // A pointer press also focuses a row; only keyboard focus counts.
      setIsInside(target.matches(':focus-visible'))
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null || currentTarget.contains(relatedTarget)) return
      setIsInside(false)
      setActive(null)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const to = destination(event.key, activeIndex, rows.length - 1)
      // Keys pressed in a menu over the list bubble here too.
      if (to === null || !(event.target instanceof Node) || !box.current?.contains(event.target)) return
      event.preventDefault()
      goTo(to)
    },
  }
}

function destination(key: string, from: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, from + 1)
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

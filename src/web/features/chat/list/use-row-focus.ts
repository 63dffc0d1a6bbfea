import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatEntry } from '#web/features/chat/session/chat-log.ts'

type Options = {
  list: RefObject<VirtualizerHandle | null>
  box: RefObject<HTMLElement | null>
  rows: readonly ChatEntry[]
}

/**
 * One row of the list is in the order of the Tab key, and stays in the page wherever the list is scrolled; arrows, Home
 * and End lead from row to row. When the row with the focus is deleted its neighbour gets it.
 */
export function useRowFocus({ list, box, rows }: Options) {
  const [active, setActive] = useState<{ key: string; index: number } | null>(null)
  const [isInside, setIsInside] = useState(false)
  const wanted = useRef<string | null>(null)

  const found = rows.findIndex(({ key }) => key === active?.key)
  const left = Math.min(active?.index ?? rows.length, rows.length - 1)
  const activeIndex = found === -1 ? left : found
  const activeKey = rows[activeIndex]?.key

  /** A row can take the focus once the list has drawn and measured it. */
  const focusWanted = () => {
    if (wanted.current === null) return
    const row = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.current)}"]`)
    row?.focus({ preventScroll: true })
    if (row && document.activeElement === row) wanted.current = null
  }
  const goTo = (index: number) => {
    const key = rows[index]?.key
    if (key === undefined) return
    wanted.current = key
    setActive({ key, index })
    list.current?.scrollToIndex(index, { align: 'nearest' })
  }
  const moved = useEffectEvent(focusWanted)
  const deleted = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    if (activeKey === undefined) box.current?.focus()
    else goTo(activeIndex)
  })
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- where the focus went is known once the rows are drawn
    if (isInside && active && found === -1) deleted()
    moved()
  })

  return {
    activeIndex,
    activeKey,
    isInside,
    goTo,
    focusWanted,
    onFocus: ({ target }: FocusEvent) => {
      const key = target.closest('[data-key]')?.getAttribute('data-key')
      const index = rows.findIndex((row) => row.key === key)
      if (index === -1) return
      setActive({ key: rows[index]?.key ?? '', index })
      // Pressed with a pointer, a row is not being read by keyboard.
      setIsInside(target.matches(':focus-visible'))
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null || currentTarget.contains(relatedTarget)) return
      setIsInside(false)
      setActive(null)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const to = destination(event.key, activeIndex, rows.length - 1)
      // What is written in a menu over the list bubbles here too.
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

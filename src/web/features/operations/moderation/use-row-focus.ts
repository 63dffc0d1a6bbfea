import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'
import { focusHeading } from '#web/lib/navigation/focus-heading.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { queueReturn } from './queue-return.ts'

/**
 * Keeps the focus in a list whose rows disappear as moderators decide: it moves to the row that followed. Also returns
 * it to the row from which a page was opened.
 */
export function useRowFocus(items: readonly { id: string }[] | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const ids = useRef<readonly string[]>([])
  const focused = useRef<string | null>(null)
  const { arrival } = useCurrentLocation()

  useEffect(() => {
    if (!items) return
    const before = ids.current
    ids.current = items.map(({ id }) => id)
    const id = focused.current
    if (id !== null && ids.current.includes(id)) return
    const position = id === null ? queueReturn.take(arrival) : { id, ids: before }
    if (!position) return
    focused.current = null
    const next = findNext(position, ids.current)
    // The title of a new page moves the focus directly after this effect.
    queueMicrotask(() => isFocusFree() && focusRow(list.current, next))
  }, [items, arrival])

  return {
    listProps: {
      ref: list,
      onFocus: ({ target }: FocusEvent) => {
        focused.current = rowIdOf(target)
      },
      // React does not call it for a removed row.
      onBlur: () => {
        focused.current = null
      },
      // Before the link opens its page, which shows the return link.
      onClickCapture: ({ target }: MouseEvent) => {
        const id = target instanceof Element && target.closest('a') ? rowIdOf(target) : null
        if (id !== null) queueReturn.leave({ id, ids: ids.current, search: location.search })
      },
    },
    rowProps: (id: string) => ({ 'data-row': id }),
  }
}

const rowIdOf = (element: Element) => element.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null

type Position = { id: string; ids: readonly string[] }

/** The row itself, else the first after it that is left, else the last before it. */
function findNext({ id, ids }: Position, present: readonly string[]): string | undefined {
  const index = ids.indexOf(id)
  const isPresent = (each: string) => present.includes(each)
  return ids.slice(index).find(isPresent) ?? ids.slice(0, index).findLast(isPresent)
}

/** Whether the focus is nowhere, or where the navigation to the page has put it. */
function isFocusFree(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches('main h1')
}

function focusRow(list: HTMLElement | null, id: string | undefined): void {
  const row = id === undefined ? null : list?.querySelector(`[data-row="${id}"]`)
  const control = row?.querySelector<HTMLElement>('a, button')
  if (control) control.focus()
  else focusHeading()
}

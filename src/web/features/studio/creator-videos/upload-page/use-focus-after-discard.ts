import { useEffect, useRef } from 'react'
import { focusHeading } from '#web/lib/navigation/focus-heading.ts'

/**
 * A discarded upload leaves the list with the button that had the focus, which moves to the row that followed, else to
 * the last one, else to the heading of the page.
 */
export function useFocusAfterDiscard(uploads: readonly { id: string }[]) {
  const list = useRef<HTMLUListElement>(null)
  const discarded = useRef<{ id: string; index: number } | null>(null)
  useEffect(() => {
    if (!discarded.current || uploads.some(({ id }) => id === discarded.current?.id)) return
    const { index } = discarded.current
    discarded.current = null
    if (document.activeElement !== document.body) return
    const rows = [...(list.current?.children ?? [])]
    const button = (rows[index] ?? rows.at(-1))?.querySelector('button')
    if (button) button.focus()
    else focusHeading()
  }, [uploads])
  return {
    list,
    setDiscarded(id: string) {
      discarded.current = { id, index: uploads.findIndex((upload) => upload.id === id) }
    },
  }
}

import { useState } from 'react'
import { type TypedMention, findTypedMention } from './mention-text.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** The mention around the caret of a field; `mention` is null if there is none, or after `close`. */
export function useTypedMention(text: string) {
  const [mention, setMention] = useState<TypedMention | null>(null)
  /** Index of the `@` whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const isOpen =
    mention !== null &&
    mention.start !== closedAt &&
    // The text may have been sent or cleared meanwhile.
    text.startsWith(`@${mention.query}`, mention.start)
  return {
    mention: isOpen ? mention : null,
    close: () => setClosedAt(mention?.start ?? null),
    /** Call after the text or selection of the field changed; returns whether the mention changed. */
    read({ value, selectionStart, selectionEnd }: TextField): boolean {
      const next = selectionStart === selectionEnd ? findTypedMention(value, selectionStart ?? 0) : null
      if (isSame(next, mention)) return false
      setMention(next)
      if (next === null) setClosedAt(null)
      return true
    },
  }
}

function isSame(a: TypedMention | null, b: TypedMention | null): boolean {
  return a?.start === b?.start && a?.query === b?.query && a?.rest === b?.rest
}

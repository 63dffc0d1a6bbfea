import { useState } from 'react'
import { type TypedMention, typedMention } from './mention-text.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** The `@` that the caret of a field is in, until it is closed: `mention` is null where there is none to suggest for. */
export function useTypedMention(text: string) {
  const [mention, setMention] = useState<TypedMention | null>(null)
  /** Where the `@` stands that was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const isOpen =
    mention !== null &&
    mention.start !== closedAt &&
    // A text that was sent or cleared has none.
    text.startsWith(`@${mention.query}`, mention.start)
  return {
    mention: isOpen ? mention : null,
    close: () => setClosedAt(mention?.start ?? null),
    /** Reads the field after its text or its selection changed; returns whether the mention is another one. */
    read({ value, selectionStart, selectionEnd }: TextField): boolean {
      const next = selectionStart === selectionEnd ? typedMention(value, selectionStart ?? 0) : null
      if (isSame(next, mention)) return false
      setMention(next)
      if (next === null) setClosedAt(null)
      return true
    },
  }
}

function isSame(one: TypedMention | null, other: TypedMention | null): boolean {
  return one?.start === other?.start && one?.query === other?.query && one?.rest === other?.rest
}

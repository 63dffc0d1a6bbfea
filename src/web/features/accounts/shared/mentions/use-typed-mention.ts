import { useState } from 'react'
import { type TypedMention, findTypedMention } from './mention-text.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** The mention around the caret of a field; `mention` is null if there is none, or after `close`. */
export function useTypedMention(text: string) {
  const [mention, setMention] = useState<TypedMention | null>(null)
  /** Index of the `@` whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  // The text may have been sent or cleared meanwhile.
  const current = mention && text.startsWith(`@${mention.query}`, mention.start) ? mention : null
  return {
    mention: current?.start === closedAt ? null : current,
    close: () => setClosedAt(mention?.start ?? null),
    /** Call after the text or selection of the field changed; returns what happened to the mention, closed or not. */
    read({ value, selectionStart, selectionEnd }: TextField): 'none' | 'started' | 'changed' {
      const next = selectionStart === selectionEnd ? findTypedMention(value, selectionStart ?? 0) : null
      if (isSame(next, mention)) return 'none'
      setMention(next)
      if (next === null) setClosedAt(null)
      return next !== null && next.start !== current?.start ? 'started' : 'changed'
    },
  }
}

function isSame(a: TypedMention | null, b: TypedMention | null): boolean {
  return a?.start === b?.start && a?.query === b?.query && a?.rest === b?.rest
}

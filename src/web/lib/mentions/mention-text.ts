/** An `@` that is being typed: from its sign up to where the word ends. */
export type TypedMention = {
  start: number
  end: number
  /** What stands between the sign and the caret. */
  query: string
}

// Before the sign as in the contract's post-text.ts: an e-mail address mentions nobody. Names are looked for too, so
// that all letters count.
const TYPED = /(?<![\p{L}\p{N}\p{M}_&/@#])@(?<query>[\p{L}\p{N}\p{M}_'’]{1,40})$/u
const REST_OF_WORD = /^[\p{L}\p{N}\p{M}_]*/u

/** The mention that the caret is in; null elsewhere. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const query = TYPED.exec(text.slice(0, caret))?.groups?.['query']
  if (query === undefined) return null
  const rest = REST_OF_WORD.exec(text.slice(caret))?.[0] ?? ''
  return { start: caret - query.length - 1, end: caret + rest.length, query }
}

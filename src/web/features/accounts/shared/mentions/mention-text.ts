/** A mention that is being typed. */
export type TypedMention = {
  /** Index of the `@`. */
  start: number
  /** The text between the `@` and the caret. */
  query: string
  /** The rest of the word after the caret. */
  rest: string
}

// The lookbehind is that of the contract's post-text.ts: an e-mail address is not a mention. All letters are allowed,
// as the query also matches names.
const TYPED = /(?<![\p{L}\p{N}\p{M}_&/@#])@(?<query>[\p{L}\p{N}\p{M}_'’]{1,40})$/u
const REST_OF_WORD = /^[\p{L}\p{N}\p{M}_]*/u

/** Returns the mention around the caret; null if there is none. */
export function findTypedMention(text: string, caret: number): TypedMention | null {
  const query = TYPED.exec(text.slice(0, caret))?.groups?.['query']
  if (query === undefined) return null
  const rest = REST_OF_WORD.exec(text.slice(caret))?.[0] ?? ''
  return { start: caret - query.length - 1, query, rest }
}

/** Returns the end of the text that a handle replaces: the rest of the word stays unless it is part of the handle. */
export function replacementEnd({ start, query, rest }: TypedMention, handle: string): number {
  const caret = start + 1 + query.length
  return handle.startsWith((query + rest).toLowerCase()) ? caret + rest.length : caret
}

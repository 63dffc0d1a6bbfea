/** An `@` that is being typed. */
export type TypedMention = {
  /** Where its sign stands. */
  start: number
  /** What stands between the sign and the caret. */
  query: string
  /** What follows the caret in the same word. */
  rest: string
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
  return { start: caret - query.length - 1, query, rest }
}

/** Where the text ends that a handle takes the place of: what follows the caret stays, unless it is of that handle. */
export function replacedEnd({ start, query, rest }: TypedMention, handle: string): number {
  const caret = start + 1 + query.length
  return handle.startsWith((query + rest).toLowerCase()) ? caret + rest.length : caret
}

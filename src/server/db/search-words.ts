import { type SQL, sql } from 'drizzle-orm'
import { foldedWords } from '#shared/fold.ts'

/** More of them do not fit into a row's column, which holds a megabyte; an operator may allow texts that have them. */
const MOST_WORDS = 2000

/** What a row's texts are found by: their first folded words, for a column of `searchWords()`. Null texts add nothing. */
export function wordsOf(...texts: (string | null | undefined)[]): SQL<string> {
  const words = foldedWords(texts.filter((text) => text != null).join(' ')).slice(0, MOST_WORDS)
  return sql`array_to_tsvector(${sql.param(words)}::text[])`
}

/**
 * The rows that have all the words; `beginnings` takes each of them, the last one alone, or none for the beginning of
 * a word. The words come from `foldedWords`, which leaves letters and digits only: no sign of the query language.
 */
export function wordsQuery(words: readonly string[], beginnings: Beginnings): SQL {
  return sql`${wordsTerm(words, beginnings)}::tsquery`
}

/** Which words may be the beginning of a longer one. */
type Beginnings = 'all' | 'last' | 'none'

/** The same as text, for a prepared statement's parameter. */
export function wordsTerm(words: readonly string[], beginnings: Beginnings): string {
  const isBegun = (at: number) => beginnings === 'all' || (beginnings === 'last' && at === words.length - 1)
  return words.map((word, at) => (isBegun(at) ? `'${word}':*` : `'${word}'`)).join(' & ')
}

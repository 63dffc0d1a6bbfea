import { type SQL, sql } from 'drizzle-orm'
import { foldedWords } from '#shared/text/fold.ts'

/** More of them do not fit into a row's column, which holds a megabyte; an operator may allow texts that have them. */
const MAX_WORDS = 2000

/** What a row's texts are found by: their first folded words, for a column of `searchWords()`. Null texts add nothing. */
export function wordsOf(...texts: (string | null | undefined)[]): SQL<string> {
  const words = foldedWords(texts.filter((text) => text != null).join(' ')).slice(0, MAX_WORDS)
  return sql`array_to_tsvector(${sql.param(words)}::text[])`
}

/** Letters that a word needs to count as a beginning beside others: two are the beginning of thousands of words. */
const MIN_BEGINNING = 3

/** Whether a word may be taken for the beginning of one. */
export function mayBegin(word: string, words: readonly string[]): boolean {
  return words.length === 1 || [...word].length >= MIN_BEGINNING
}

/**
 * The rows that have all the words; `beginnings` takes each of them, the last one alone, or none for the beginning of
 * a word, where that has letters enough. The words come from `foldedWords`, which leaves letters and digits only: no sign of the query language.
 */
export function wordsQuery(words: readonly string[], beginnings: Beginnings): SQL {
  return sql`${wordsTerm(words, beginnings)}::tsquery`
}

/** Which words may be the beginning of a longer one. */
type Beginnings = 'all' | 'last' | 'none'

/** The same as text, for a prepared statement's parameter. */
export function wordsTerm(words: readonly string[], beginnings: Beginnings): string {
  const isBegun = (at: number) => beginnings === 'all' || (beginnings === 'last' && at === words.length - 1)
  return words
    .map((word, at) => (isBegun(at) && mayBegin(word, words) ? `'${word}':*` : `'${word}'`))
    .join(' & ')
}

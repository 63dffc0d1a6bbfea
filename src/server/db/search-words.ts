import { type SQL, sql } from 'drizzle-orm'
import { foldedWords } from '#shared/text/fold.ts'

/** A `tsvector` holds at most one megabyte; texts within the operator's limits may contain more words than fit. */
const MAX_WORDS = 2000

/** Returns the value of a `searchWords()` column: the first folded words of the row's texts. Null texts add nothing. */
export function toSearchVector(...texts: (string | null | undefined)[]): SQL<string> {
  const words = foldedWords(texts.filter((text) => text != null).join(' ')).slice(0, MAX_WORDS)
  return sql`array_to_tsvector(${sql.param(words)}::text[])`
}

/** Minimum letters of a prefix beside other words: thousands of words begin with the same two letters. */
const MIN_PREFIX_LETTERS = 3

/** Whether `word`, one of the searched `words`, may match as the prefix of a longer word. */
export function mayMatchPrefix(word: string, words: readonly string[]): boolean {
  return words.length === 1 || [...word].length >= MIN_PREFIX_LETTERS
}

/**
 * Returns a `tsquery` for the rows that contain all the words. `prefixes` says which words also match as a prefix, if
 * they are long enough. The words must come from `foldedWords`: letters and digits only, no operators of `tsquery`.
 */
export function toTsQuery(words: readonly string[], prefixes: Prefixes): SQL {
  return sql`${toTsQueryText(words, prefixes)}::tsquery`
}

/** The words that may be the prefix of a longer one. */
type Prefixes = 'all' | 'last' | 'none'

/** The same as text, for a parameter of a prepared statement. */
export function toTsQueryText(words: readonly string[], prefixes: Prefixes): string {
  const isPrefix = (index: number) =>
    prefixes === 'all' || (prefixes === 'last' && index === words.length - 1)
  return words
    .map((word, index) => (isPrefix(index) && mayMatchPrefix(word, words) ? `'${word}':*` : `'${word}'`))
    .join(' & ')
}

import { type SQL, sql } from 'drizzle-orm'
import { indexWords, isGram, queryWords } from '#shared/text/search-words.ts'

/** A `tsvector` holds at most one megabyte; texts within the operator's limits may contain more words than fit. */
const MAX_WORDS = 2000

/** Returns the value of a `searchWords()` column: the first words under which the row's texts are found. Null texts add nothing. */
export function toSearchVector(...texts: (string | null | undefined)[]): SQL<string> {
  const words = indexWords(texts.filter((text) => text != null).join(' ')).slice(0, MAX_WORDS)
  return sql`array_to_tsvector(${sql.param(words)}::text[])`
}

/** Minimum letters of a prefix that is looked up in an index: thousands of words begin with the same two letters. */
const MIN_PREFIX_LETTERS = 3

/** Letters of a text without spaces are not short: hardly more words begin with two of them. */
export const isShortWord = (word: string) => [...word].length < MIN_PREFIX_LETTERS && !isGram(word)

/**
 * Whether the words are one short word. As a prefix it may match most rows of a table: it must be matched row by row
 * in a bounded number of rows, and through the index only as a whole word.
 */
export function isShortPrefix(words: readonly string[]): boolean {
  return words.length === 1 && words.every(isShortWord)
}

/**
 * Returns a `tsquery` for the rows that contain all the words. `prefixes` says which words also match as a prefix, if
 * they are long enough or the only word. The words must come from `queryWords`: letters and digits only, no operators
 * of `tsquery`.
 */
export function toTsQuery(words: readonly string[], prefixes: Prefixes): SQL {
  return sql`${toTsQueryText(words, prefixes)}::tsquery`
}

/** Returns a `tsquery` for the rows that contain all words of at least one of the texts; null if none has words. */
export function toAnyTsQuery(texts: readonly string[]): SQL | null {
  const queries = texts.map((text) => toTsQueryText(queryWords(text), 'none')).filter(Boolean)
  return queries.length === 0 ? null : sql`${queries.map((each) => `(${each})`).join(' | ')}::tsquery`
}

/** The words that may be the prefix of a longer one. */
type Prefixes = 'all' | 'last' | 'none'

/** The same as text, for a parameter of a prepared statement. */
export function toTsQueryText(words: readonly string[], prefixes: Prefixes): string {
  const isPrefix = (word: string, index: number) => {
    // A single letter begins the pairs that are stored, which have no longer forms.
    if (isGram(word)) return [...word].length === 1
    const mayBePrefix = prefixes === 'all' || (prefixes === 'last' && index === words.length - 1)
    return mayBePrefix && (words.length === 1 || !isShortWord(word))
  }
  return words.map((word, index) => (isPrefix(word, index) ? `'${word}':*` : `'${word}'`)).join(' & ')
}

import { type SQL, sql } from 'drizzle-orm'
import { type QueryWord, indexWords, isSpaceless, queryWords } from '#shared/text/search-words.ts'

/** A `tsvector` holds at most one megabyte; texts within the operator's limits may contain more words than fit. */
const MAX_BYTES = 1_000_000

/** Returns the value of a `searchWords()` column: the words under which the row's texts are found. Null texts add nothing. */
export function toSearchVector(...texts: (string | null | undefined)[]): SQL<string> {
  const words = indexWords(texts.filter((text) => text != null).join(' '))
  return sql`array_to_tsvector(${sql.param(firstThatFit(words))}::text[])`
}

function firstThatFit(words: string[]): string[] {
  let bytes = 0
  const end = words.findIndex((word) => (bytes += Buffer.byteLength(word)) > MAX_BYTES)
  return end === -1 ? words : words.slice(0, end)
}

/** Minimum letters of a prefix that is looked up in an index: thousands of words begin with the same two letters. */
const MIN_PREFIX_LETTERS = 3

/** Parts of a text without spaces are never short: they match as whole words. */
export const isShortWord = (word: string) => [...word].length < MIN_PREFIX_LETTERS && !isSpaceless(word)

/**
 * Whether the words are one short word. As a prefix it may match most rows of a table: it must be matched row by row
 * in a bounded number of rows, and through the index only as a whole word.
 */
export function isShortPrefix(words: readonly QueryWord[]): boolean {
  return isSingle(words) && words.flat(2).every(isShortWord)
}

const isSingle = (words: readonly QueryWord[]) => words.flat(2).length === 1

/**
 * Returns a `tsquery` for the rows that contain all the words. `prefixes` says which words also match as a prefix, if
 * they are long enough or the only word. The words must come from `queryWords`: letters and digits only, no operators
 * of `tsquery`.
 */
export function toTsQuery(words: readonly QueryWord[], prefixes: Prefixes): SQL {
  return sql`${toTsQueryText(words, prefixes)}::tsquery`
}

/** Returns a `tsquery` for the rows that contain all words of at least one of the texts; null if none has words. */
export function toAnyTsQuery(texts: readonly string[]): SQL | null {
  const queries = texts.map((text) => toTsQueryText(queryWords(text), 'none')).filter(Boolean)
  return queries.length === 0 ? null : sql`${queries.map((each) => `(${each})`).join(' | ')}::tsquery`
}

/** The words that may be the prefix of a longer one; `last` is the one that is still being typed. */
export type Prefixes = 'all' | 'last' | 'none'

/** Whether a word, the last one or another, may be a prefix. */
export const mayBePrefix = (prefixes: Prefixes, isLast: boolean): boolean =>
  prefixes === 'all' || (prefixes === 'last' && isLast)

/** The same as text, for a parameter of a prepared statement. */
export function toTsQueryText(words: readonly QueryWord[], prefixes: Prefixes): string {
  const isOnly = isSingle(words)
  const quote = (part: string, isCandidate: boolean) =>
    isCandidate && !isSpaceless(part) && (isOnly || !isShortWord(part)) ? `'${part}':*` : `'${part}'`
  return words
    .map((word, index) => {
      const alternatives = word.map((parts) =>
        parts
          .map((part, at) =>
            quote(part, mayBePrefix(prefixes, index === words.length - 1 && at === parts.length - 1)),
          )
          .join(' & '),
      )
      return alternatives.length > 1 ? `(${alternatives.join(' | ')})` : alternatives.join('')
    })
    .join(' & ')
}

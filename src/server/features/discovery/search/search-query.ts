import { hashtagsOf } from '#shared/text/post-text.ts'
import { type QueryWord, indexWords, queryWords } from '#shared/text/search-words.ts'
import { isShortWord, mayBePrefix } from '#server/db/search-words.ts'

/** A parsed search text. */
export type SearchQuery = {
  /** At most `MAX_WORDS`; a row must match all of them. */
  words: readonly QueryWord[]
  /** The stored words of a row whose text is the same. */
  textWords: readonly string[]
  /** Which words also match as a prefix. */
  prefixMatch: 'all' | 'last'
  /** The folded tag when the text is a single `#hashtag`, otherwise null. */
  hashtag: string | null
}

export type Scored = { id: string; score: number }
/** A page of hits: at most `limit` hits after `after`. */
export type SearchCursor = {
  after: Scored | undefined
  limit: number
  /** True when no page follows: then fewer candidates are ranked. */
  isOnlyPage?: boolean
}

/** Further words are ignored: the index looks up each one, and these already narrow a search. */
const MAX_WORDS = 12

export function parseSearchQuery(text: string, prefixMatch: SearchQuery['prefixMatch']): SearchQuery {
  const isHashtag = /^#\S+$/.test(text)
  return {
    words: withoutShortPrefixes(queryWords(text).slice(0, MAX_WORDS), prefixMatch),
    textWords: indexWords(text),
    prefixMatch,
    hashtag: (isHashtag && hashtagsOf(text)[0]?.tag) || null,
  }
}

/**
 * Removes words that are too short for a prefix match: in addition to other words, one or two letters narrow a search
 * little and cost much. Keeps all words when only short ones would remain: together they match as whole words.
 */
function withoutShortPrefixes(words: QueryWord[], prefixMatch: SearchQuery['prefixMatch']): QueryWord[] {
  const remaining = words
    .map((word, index) =>
      word.map((parts) =>
        parts.filter(
          (part, at) =>
            !isShortWord(part) ||
            !mayBePrefix(prefixMatch, index === words.length - 1 && at === parts.length - 1),
        ),
      ),
    )
    .filter((word) => word.every((parts) => parts.length > 0))
  return remaining.every(isShort) ? words : remaining
}

/** Whether an alternative spelling of a word consists of short words alone. */
const isShort = (word: QueryWord) => word.some((parts) => parts.every(isShortWord))

import { hashtagsOf } from '#shared/text/post-text.ts'
import { queryWords } from '#shared/text/search-words.ts'
import { isShortWord } from '#server/db/search-words.ts'

/** A parsed search text. */
export type SearchQuery = {
  /** Folded, at most `MAX_WORDS`; a row must match all of them. */
  words: readonly string[]
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
    prefixMatch,
    hashtag: (isHashtag && hashtagsOf(text)[0]?.tag) || null,
  }
}

/**
 * Removes words that are too short for a prefix match: in addition to other words, one or two letters narrow a search
 * little and cost much. Keeps all words when only short ones would remain: together they match as whole words.
 */
function withoutShortPrefixes(words: string[], prefixMatch: SearchQuery['prefixMatch']): string[] {
  const remaining = words.filter(
    (word, index) => !isShortWord(word) || (prefixMatch === 'last' && index < words.length - 1),
  )
  return remaining.every(isShortWord) ? words : remaining
}

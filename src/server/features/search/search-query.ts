import { foldedWords } from '#shared/text/fold.ts'
import { hashtagsOf } from '#shared/text/post-text.ts'
import { mayBegin } from '#server/db/search-words.ts'

/** What somebody looks for. */
export type SearchQuery = {
  /** Folded; a row has all of them. */
  words: readonly string[]
  /** Which of them may be the beginning of a word. */
  beginnings: 'all' | 'last'
  /** Folded, when nothing but a `#hashtag` is asked for. */
  hashtag: string | null
}

export type Scored = { id: string; score: number }
/** Where a page begins, and how many it has. */
export type SearchCursor = {
  after: Scored | undefined
  limit: number
  /** Where no page follows, the few best are chosen from fewer candidates. */
  isOnlyPage?: boolean
}

export function parseSearchQuery(text: string, beginnings: SearchQuery['beginnings']): SearchQuery {
  const isHashtag = /^#\S+$/.test(text)
  return {
    words: withoutUnfinished(foldedWords(text), beginnings),
    beginnings,
    hashtag: (isHashtag && hashtagsOf(text)[0]?.tag) || null,
  }
}

/**
 * Leaves out what is too short to be looked up as a beginning: beside other words, one or two letters narrow a search
 * little and cost much. The last word of a search, or any word while somebody types, may be unfinished.
 */
function withoutUnfinished(words: string[], beginnings: SearchQuery['beginnings']): string[] {
  const kept = words.filter(
    (word, at) => mayBegin(word, words) || (beginnings === 'last' && at < words.length - 1),
  )
  return kept.length > 0 ? kept : words
}

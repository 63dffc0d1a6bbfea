import { foldedWords } from '#shared/fold.ts'
import { hashtagsOf } from '#shared/post-text.ts'

/** What somebody looks for. */
export type Question = {
  /** Folded; a row has all of them. */
  words: readonly string[]
  /** Which of them may be the beginning of a word. */
  beginnings: 'all' | 'last'
  /** Folded, when nothing but a `#hashtag` is asked for. */
  hashtag: string | null
}

export type Scored = { id: string; score: number }
/** Where a page begins, and how many it has. */
export type Place = {
  after: Scored | undefined
  limit: number
  /** Where no page follows, the few best are chosen from fewer candidates. */
  isOnlyPage?: boolean
}

export function readQuestion(text: string, beginnings: Question['beginnings']): Question {
  const isHashtag = /^#\S+$/.test(text)
  return {
    words: foldedWords(text),
    beginnings,
    hashtag: (isHashtag && hashtagsOf(text)[0]?.tag) || null,
  }
}

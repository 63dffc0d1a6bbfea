import { codePoints } from '#shared/fields.ts'
import { fold } from './fold.ts'

/** Code points of a watched word or phrase. */
export const MAX_WATCHED_WORD = 50
/** Words of the whole site, and of the chat of a stream. */
export const MAX_SITE_WORDS = 1000
export const MAX_CHAT_WORDS = 200

/** Why a line cannot be watched for. `line` counts from 1; `offset` is its first character, in UTF-16 units. */
export type WordListError =
  | { problem: 'tooLong' | 'character'; line: number; offset: number }
  | { problem: 'tooMany'; count: number }

// A word with other characters (`a$$`) would be found without them, in texts that nobody means.
const WATCHABLE = /^[\p{L}\p{N}\p{M}\p{DI}\s._\-'’ʼ/:&]*$/u
const WORD_PART = /[\p{L}\p{N}]/u

/** Returns the first error of a list with a word or phrase on each line, or null. Empty lines are ignored. */
export function findWordListError(text: string, max: number): WordListError | null {
  let offset = 0
  let count = 0
  for (const [index, line] of text.split('\n').entries()) {
    const word = line.trim()
    if (word !== '') {
      count += 1
      const at = { line: index + 1, offset }
      if (codePoints(word) > MAX_WATCHED_WORD) return { problem: 'tooLong', ...at }
      if (!isWatchable(word)) return { problem: 'character', ...at }
    }
    offset += line.length + 1
  }
  return count > max ? { problem: 'tooMany', count } : null
}

/**
 * Whether texts can be searched for a word: it has a letter or digit, and only characters that the comparison keeps.
 */
export const isWatchable = (word: string): boolean => WATCHABLE.test(word) && WORD_PART.test(word)

/** Returns the words of a list with one on each line; of several spellings of a word only the first. */
export function wordsOfList(text: string): string[] {
  const wordByFolded = new Map<string, string>()
  for (const line of text.split('\n')) {
    const word = line.trim().replace(/\s+/g, ' ')
    const folded = fold(word)
    if (word !== '' && !wordByFolded.has(folded)) wordByFolded.set(folded, word)
  }
  return [...wordByFolded.values()]
}

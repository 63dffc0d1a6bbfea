import type { ChatWordsAction } from '#shared/accounts/watched-words.ts'
import type { Executor } from '#server/db/executor.ts'
import {
  type FindWatchedWord,
  NO_WORDS,
  compileWords,
} from '#server/features/accounts/watched-words/match-words.ts'
import { watchedWordError } from '#server/features/accounts/watched-words/refuse-words.ts'
import { findWordList } from './word-list-queries.ts'

/** The compiled watched words of a chat. */
export type ChatWords = { version: number; find: FindWatchedWord; action: ChatWordsAction }

/** Chats whose words are kept in memory; each list may have 200 words. */
const MAX_CHATS = 500
/** Used for a chat without a stored list. */
const NO_WORD_LIST: ChatWords = { version: 0, find: NO_WORDS, action: 'refuse' }

/**
 * The watched words of chats, compiled and cached in this process. An entry may be outdated: the statement that stores a message
 * compares the version. Therefore a change needs no message to other processes.
 */
export class ChatWordLists {
  readonly #listByStream = new Map<string, ChatWords>()

  get(streamId: string): ChatWords {
    return this.#listByStream.get(streamId) ?? NO_WORD_LIST
  }

  async reload(db: Executor, streamId: string): Promise<void> {
    const { words, version, action } = await findWordList(db, streamId)
    this.#listByStream.delete(streamId)
    this.#listByStream.set(streamId, { version, find: compileWords(words), action })
    const [oldest] = this.#listByStream.keys()
    if (oldest !== undefined && this.#listByStream.size > MAX_CHATS) this.#listByStream.delete(oldest)
  }
}

/** Throws 422 `watched_word` for the message of a tip with a word that a stream's chat watches for: a tip cannot wait for review. */
export async function refuseChatWords(db: Executor, streamId: string, message: string): Promise<void> {
  const { words } = await findWordList(db, streamId)
  const word = compileWords(words)(message)
  if (word !== null) throw watchedWordError('message', word)
}

import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, maxLength, requiredNameLine } from '#shared/fields.ts'
import { MAX_CHAT_WORDS, MAX_WATCHED_WORD, isWatchable } from '#shared/text/word-list.ts'

/** The words and phrases that the chat of a stream watches for, as their streamer wrote them. */
export const chatWords = z
  .array(requiredNameLine(MAX_WATCHED_WORD).check(z.refine(isWatchable)))
  .check(maxLength(MAX_CHAT_WORDS))

/**
 * What happens to a message with a watched word: it is refused, or it waits until a moderator of the chat approves it.
 */
export const chatWordsAction = z.enum(['refuse', 'hold'])
export type ChatWordsAction = z.output<typeof chatWordsAction>

/** For the streamer and the moderators of its chat; 403 for everyone else. No other call and no socket message has them. */
export const getChatWords = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat-words',
  access: 'member',
  params: z.object({ id }),
  response: z.object({ words: z.array(z.string()), action: chatWordsAction }),
})

import type { ChatRules, updateChatRules } from '#shared/live/chat.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { wordsOfList } from '#shared/text/word-list.ts'
import type { Context } from '#server/feature.ts'
import { publishChatRules } from '#server/features/live/streams/stream-events.ts'
import { presentChatRules } from '#server/features/live/streams/present-stream.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { getModeratedStream } from './access.ts'
import { lockChat, updateRules } from './moderation-queries.ts'
import { recordModeration } from './record-moderation.ts'
import { updateWordList } from './word-list-queries.ts'

type ChatRulesChange = BodyOf<typeof updateChatRules>

/** Changes a chat's rules and publishes them. Omitted fields keep their values. Throws 404, 403. */
export async function changeChatRules(
  dependencies: Pick<Context, 'db' | 'publish'>,
  user: Caller,
  streamId: string,
  { watchedWords, watchedWordsAction, ...change }: ChatRulesChange,
): Promise<ChatRules> {
  const { db } = dependencies
  const { id } = await getModeratedStream(db, streamId, user)
  const stream = await db.transaction(async (tx) => {
    await lockChat(tx, id)
    await recordModeration(tx, user, 'The rules of a chat were changed.', {
      streamId: id,
      ...change,
      // The words are for the moderators of this chat alone.
      ...(watchedWords && { watchedWords: watchedWords.length }),
      watchedWordsAction,
    })
    const words = watchedWords && wordsOfList(watchedWords.join('\n'))
    if (words || watchedWordsAction) await updateWordList(tx, id, { words, action: watchedWordsAction })
    const changed = await updateRules(tx, id, change)
    if (!changed) throw notFound('notFound.stream')
    publishChatRules(dependencies, tx, changed)
    return changed
  })
  return presentChatRules(stream)
}

import { eq, sql } from 'drizzle-orm'
import type { ChatWordsAction } from '#shared/accounts/watched-words.ts'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { chatWordLists } from './schema.ts'

type WordList = { words: string[]; action: ChatWordsAction }

/** Returns the watched words of a stream's chat, and the version of the list; 0 if there never was one. */
export async function findWordList(db: Executor, streamId: string): Promise<WordList & { version: number }> {
  const [row] = await db
    .select({ words: chatWordLists.words, action: chatWordLists.action, version: streams.wordsVersion })
    .from(streams)
    .leftJoin(chatWordLists, eq(chatWordLists.streamId, streams.id))
    .where(eq(streams.id, streamId))
  return { words: row?.words ?? [], action: row?.action ?? 'refuse', version: row?.version ?? 0 }
}

/** Changes the watched words of a stream's chat, or what happens to messages with one. Requires `lockChat`. */
export async function updateWordList(
  tx: Executor,
  streamId: string,
  { words, action }: { words?: string[] | undefined; action?: ChatWordsAction | undefined },
): Promise<void> {
  await tx
    .insert(chatWordLists)
    .values({ streamId, words: words ?? [], action: action ?? 'refuse' })
    .onConflictDoUpdate({
      target: chatWordLists.streamId,
      set: { words: words ?? sql`${chatWordLists.words}`, action: action ?? sql`${chatWordLists.action}` },
    })
  await tx
    .update(streams)
    .set({ wordsVersion: sql`${streams.wordsVersion} + 1`, updatedAt: sql`${streams.updatedAt}` })
    .where(eq(streams.id, streamId))
}

/** Returns the word lists of all streams of a user. */
export function listWordListsOf(db: Executor, streamerId: string): Promise<object[]> {
  const { streamId, words, action } = chatWordLists
  return db
    .select({ streamId, words, action })
    .from(chatWordLists)
    .innerJoin(streams, eq(streams.id, streamId))
    .where(eq(streams.streamerId, streamerId))
}

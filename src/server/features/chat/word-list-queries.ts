import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'
import { chatWordLists } from './schema.ts'

/** Returns the watched words of a stream's chat, and the version of the list; 0 if there never was one. */
export async function findWordList(
  db: Executor,
  streamId: string,
): Promise<{ words: string[]; version: number }> {
  const [row] = await db
    .select({ words: chatWordLists.words, version: streams.wordsVersion })
    .from(streams)
    .leftJoin(chatWordLists, eq(chatWordLists.streamId, streams.id))
    .where(eq(streams.id, streamId))
  return { words: row?.words ?? [], version: row?.version ?? 0 }
}

/** Replaces the watched words of a stream's chat. Requires `lockChat`. */
export async function replaceWordList(tx: Executor, streamId: string, words: string[]): Promise<void> {
  await tx
    .insert(chatWordLists)
    .values({ streamId, words })
    .onConflictDoUpdate({ target: chatWordLists.streamId, set: { words } })
  await tx
    .update(streams)
    .set({ wordsVersion: sql`${streams.wordsVersion} + 1`, updatedAt: sql`${streams.updatedAt}` })
    .where(eq(streams.id, streamId))
}

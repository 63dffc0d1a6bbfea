import { inArray } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'

/** Titles by the ids of streams; whatever else stands among the ids has none. */
export async function listTitles(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: streams.id, title: streams.title })
    .from(streams)
    .where(inArray(streams.id, [...ids]))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

import { inArray } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/live/streams/schema.ts'

/** Returns the titles of existing streams by id. Other ids are missing from the map. */
export async function findTitles(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: streams.id, title: streams.title })
    .from(streams)
    .where(inArray(streams.id, [...ids]))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

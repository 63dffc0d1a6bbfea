import type { Stream } from '#shared/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { presentStream } from './present-stream.ts'
import { listPublicByIds } from './queries.ts'

/** These public streams in the order of the ids, as this viewer sees them; hidden and absent ones are left out. */
export async function listStreamsByIds(
  db: Executor,
  ids: readonly string[],
  viewer: Caller | null,
): Promise<Stream[]> {
  if (ids.length === 0) return []
  const rows = await listPublicByIds(db, ids, viewer)
  const found = new Map(rows.map((row) => [row.stream.id, presentStream(row, viewer)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

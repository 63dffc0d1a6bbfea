import type { Stream } from '#shared/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import type { StreamKeys } from '#server/features/stream-keys/stream-keys.ts'
import type { Caller } from '#server/http/access.ts'
import { presentStreams } from './present-stream.ts'
import { listPublicByIds } from './queries.ts'

/** These public streams in the order of the ids, as this viewer sees them; hidden and absent ones are left out. */
export async function listStreamsByIds(
  { db, streamKeys }: { db: Executor; streamKeys: StreamKeys },
  ids: readonly string[],
  viewer: Caller | null,
): Promise<Stream[]> {
  if (ids.length === 0) return []
  const rows = await listPublicByIds(db, ids, viewer)
  const streams = await presentStreams(streamKeys, rows, viewer)
  const found = new Map(streams.map((stream) => [stream.id, stream]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

import type { Stream } from '#shared/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import type { StreamKeys } from '#server/features/stream-keys/stream-keys.ts'
import type { Caller } from '#server/http/access.ts'
import { presentStreams } from './present-stream.ts'
import { listPublicByIds } from './queries.ts'

/** Returns public streams in the order of `ids`, presented for the requester. Leaves out hidden and absent ones. */
export async function listStreamsByIds(
  { db, streamKeys }: { db: Executor; streamKeys: StreamKeys },
  ids: readonly string[],
  requester: Caller | null,
): Promise<Stream[]> {
  if (ids.length === 0) return []
  const rows = await listPublicByIds(db, ids, requester)
  const streams = await presentStreams(streamKeys, rows, requester)
  const streamsById = new Map(streams.map((stream) => [stream.id, stream]))
  return ids.flatMap((id) => streamsById.get(id) ?? [])
}

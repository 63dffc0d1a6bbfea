import type { Stream } from '#shared/live/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { type StreamDependencies, presentStreams } from './present-stream.ts'
import { listPublicByIds } from './queries.ts'

/** Returns public streams in the order of `ids`, presented for the requester. Leaves out hidden and absent ones. */
export async function listStreamsByIds(
  dependencies: { db: Executor } & StreamDependencies,
  ids: readonly string[],
  requester: Caller | null,
): Promise<Stream[]> {
  if (ids.length === 0) return []
  const rows = await listPublicByIds(dependencies.db, ids, requester)
  const streams = await presentStreams(dependencies, rows, requester)
  const streamsById = new Map(streams.map((stream) => [stream.id, stream]))
  return ids.flatMap((id) => streamsById.get(id) ?? [])
}

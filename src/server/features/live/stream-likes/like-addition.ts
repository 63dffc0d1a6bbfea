import { listLikedIds } from '#server/features/accounts/reactions/queries.ts'
import type { StreamAddition } from '#server/features/live/streams/present-stream.ts'

/** Adds whether the requester likes a stream. */
export const likeAddition: StreamAddition = async (db, streams, requester) => {
  if (!requester) return new Map()
  const ids = await listLikedIds(
    db,
    requester.id,
    'stream',
    streams.map(({ id }) => id),
  )
  return new Map(ids.map((id) => [id, { isLiked: true }]))
}

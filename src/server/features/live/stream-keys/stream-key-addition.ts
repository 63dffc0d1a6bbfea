import type { StreamAddition } from '#server/features/live/streams/present-stream.ts'
import type { StreamKeys } from './stream-keys.ts'

/** Adds the stream key to the requester's own streams. Loads the key at most once per page of streams. */
export const streamKeyAddition =
  (keys: StreamKeys): StreamAddition =>
  async (_db, streams, requester) => {
    const own = streams.filter(({ streamerId }) => streamerId === requester?.id)
    if (!requester || own.length === 0) return new Map()
    const streamKey = await keys.getOrCreate(requester.id)
    return new Map(own.map(({ id }) => [id, { streamKey }]))
  }

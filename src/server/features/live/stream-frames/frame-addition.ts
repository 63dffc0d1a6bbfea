import { frameUrl } from '#shared/live/stream-frames.ts'
import type { StreamAddition } from '#server/features/live/streams/present-stream.ts'
import { listFrameTimes } from './queries.ts'

/** Adds the URL of the frame to a live stream. */
export const frameAddition: StreamAddition = async (db, streams) => {
  const liveIds = streams.flatMap(({ id, isLive }) => (isLive ? [id] : []))
  if (liveIds.length === 0) return new Map()
  const times = await listFrameTimes(db, liveIds)
  return new Map(
    times.map(({ streamId, takenAt }) => [streamId, { frameUrl: frameUrl(streamId, takenAt.getTime()) }]),
  )
}

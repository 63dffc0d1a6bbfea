import type { StreamAddition } from '#server/features/live/streams/present-stream.ts'
import { versionedUrl } from '#server/features/videos/videos/files/video-files.ts'
import { listPosters } from './poster-queries.ts'

/** Adds a poster to streams without another image: the poster of their public recording. */
export const streamPosters: StreamAddition = async (db, streams) => {
  const without = streams.filter(
    ({ isLive, thumbnailUrl, startedAt }) => !isLive && !thumbnailUrl && startedAt,
  )
  if (without.length === 0) return new Map()
  const posters = await listPosters(
    db,
    without.map(({ id }) => id),
  )
  return new Map(
    posters.map(({ streamId, ...poster }) => [streamId, { posterUrl: versionedUrl(poster, poster.name) }]),
  )
}

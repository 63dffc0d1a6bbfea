import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { type VideoWithCreator, findVideo } from './queries.ts'

/** Returns the video if the requester may see it. Throws 404 if it is hidden or absent. */
export async function getVisibleVideo(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<VideoWithCreator> {
  const found = await findVideo(db, id, requester)
  if (!found) throw notFound('notFound.video')
  return found
}

/** Returns the requester's own video. Throws 403 for another user's video, 404 if it is hidden or absent. */
export async function getOwnVideo(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<VideoWithCreator> {
  const found = await getVisibleVideo(db, id, requester)
  if (found.video.creatorId !== requester?.id) throw forbidden()
  return found
}

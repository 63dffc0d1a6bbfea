import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { type VideoWithCreator, findVideo } from './queries.ts'

/** The video as this viewer may see it; 404 when it is hidden or absent. */
export async function getVisibleVideo(
  db: Executor,
  id: string,
  viewer: Caller | null,
): Promise<VideoWithCreator> {
  const found = await findVideo(db, id, viewer)
  if (!found) throw notFound('notFound.video')
  return found
}

/** The viewer's own video; 403 when it is another member's. */
export async function getOwnVideo(
  db: Executor,
  id: string,
  viewer: Caller | null,
): Promise<VideoWithCreator> {
  const found = await getVisibleVideo(db, id, viewer)
  if (found.video.creatorId !== viewer?.id) throw forbidden()
  return found
}

import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { videoPublished } from './events.ts'
import { setPublishedAt } from './publication-queries.ts'

/**
 * Records that a video has become visible to everyone for the first time; a job notifies the followers. Called by each
 * transaction that publishes a video, or makes it public or ready. Returns false if it is not visible to all, or was before.
 */
export async function recordPublication(
  { events }: Pick<Context, 'events'>,
  tx: Executor,
  videoId: string,
): Promise<boolean> {
  const creatorId = await setPublishedAt(tx, videoId)
  if (creatorId === undefined) return false
  await recordEvent(tx, { eventType: 'video_published', userId: creatorId, metadata: { videoId } })
  await events.announce(tx, videoPublished, { videoId, creatorId })
  return true
}

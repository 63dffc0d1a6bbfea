import type { Executor } from '#server/db/executor.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { announceVideos } from '#server/features/notifications/notifications/publication-job.ts'
import { setPublishedAt } from './publication-queries.ts'

/**
 * Records that everyone can watch a video for the first time; a job notifies the followers. Called by each transaction that
 * publishes a video, or makes it public or ready. Returns false when it is not visible to everyone, or was before.
 */
export async function recordPublication(tx: Executor, videoId: string): Promise<boolean> {
  const creatorId = await setPublishedAt(tx, videoId)
  if (creatorId === undefined) return false
  await announceVideos(tx, creatorId)
  await recordEvent(tx, { eventType: 'video_published', userId: creatorId, metadata: { videoId } })
  return true
}

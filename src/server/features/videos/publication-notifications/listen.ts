import type { WorkerContext } from '#server/feature.ts'
import { videoPublished } from '#server/features/videos/videos/events.ts'
import { announceVideos } from './publication-job.ts'

/** Notifies followers of a creator's new videos. */
export function listenToPublications({ events }: Pick<WorkerContext, 'events'>): void {
  events.within(videoPublished, (tx, { creatorId }) => announceVideos(tx, creatorId))
}

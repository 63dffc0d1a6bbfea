import type { EventBus } from '#server/events/event-bus.ts'
import { videoPublished } from '#server/features/videos/videos/events.ts'
import { announceVideos } from './publication-job.ts'

/** Notifies followers of a creator's new videos. */
export function listenToPublications(events: EventBus): void {
  events.within(videoPublished, (tx, { creatorId }) => announceVideos(tx, creatorId))
}

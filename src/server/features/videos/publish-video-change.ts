import { inboxTopic } from '#server/features/notifications/topics.ts'
import type { Hub } from '#server/realtime/hub.ts'

/** Notifies the creator's pages that one of the creator's videos was added, changed or deleted. */
export function publishVideoChange(hub: Hub, creatorId: string, videoId: string): void {
  hub.publish(inboxTopic(creatorId), { type: 'video_changed', videoId })
}

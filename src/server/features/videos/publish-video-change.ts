import { inboxTopic } from '#server/features/notifications/topics.ts'
import type { Hub } from '#server/realtime/hub.ts'

/** Tells the creator's own pages that one of its videos has come, changed or gone. */
export function publishVideoChange(hub: Hub, creatorId: string, videoId: string): void {
  hub.publish(inboxTopic(creatorId), { type: 'video_changed', videoId })
}

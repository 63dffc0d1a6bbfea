import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'

type Dependencies = Pick<Context, 'publish'>

/** Publishes to the creator's pages that videos were added, changed or deleted. */
export function publishVideoChanges(
  { publish }: Dependencies,
  tx: Executor,
  creatorId: string,
  videoIds: readonly string[],
): void {
  for (const videoId of videoIds)
    publish(tx, toPages(inboxTopic(creatorId), { type: 'video_changed', videoId }))
}

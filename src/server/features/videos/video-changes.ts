import type { Executor } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'

/** Notifies the creator's pages, on all nodes after the commit, that videos were added, changed or deleted. */
export async function notifyVideoChanges(
  tx: Executor,
  creatorId: string,
  videoIds: readonly string[],
): Promise<void> {
  const keys = videoIds.map((videoId) => `${creatorId}/${videoId}`)
  await notifyNodes(tx, 'videos', keys)
}

/** Notifies the sockets of this node. Returns the function that stops it. */
export function deliverVideoChanges({ hub, rowChanges }: Pick<Context, 'hub' | 'rowChanges'>): () => void {
  return rowChanges.on('videos', (keys) => {
    for (const key of keys.split(',')) {
      const [creatorId = '', videoId = ''] = key.split('/')
      hub.publish(inboxTopic(creatorId), { type: 'video_changed', videoId })
    }
  })
}

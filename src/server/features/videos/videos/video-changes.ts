import type { Executor } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'

/** Notifies the creator's pages, on all nodes after the commit, that videos were added, changed or deleted. */
export async function notifyVideoChanges(
  tx: Executor,
  creatorId: string,
  videoIds: readonly string[],
): Promise<void> {
  const keys = videoIds.map((videoId) => `${creatorId}/${videoId}`)
  await notifyNodes(tx, 'videos', keys)
}

/** The same for how much of the processing of a video is done, in percent. */
export async function notifyVideoProgress(
  tx: Executor,
  { id, creatorId }: { id: string; creatorId: string },
  progress: number,
): Promise<void> {
  await notifyNodes(tx, 'video_progress', [`${creatorId}/${id}/${progress}`])
}

/** Notifies the sockets of this node. Returns the function that stops it. */
export function deliverVideoChanges({ hub, rowChanges }: Pick<Context, 'hub' | 'rowChanges'>): () => void {
  const unsubscribers = [
    rowChanges.on('videos', (keys) => {
      for (const key of keys.split(',')) {
        const [creatorId = '', videoId = ''] = key.split('/')
        hub.publish(inboxTopic(creatorId), { type: 'video_changed', videoId })
      }
    }),
    rowChanges.on('video_progress', (key) => {
      const [creatorId = '', videoId = '', progress] = key.split('/')
      hub.publish(inboxTopic(creatorId), { type: 'video_progress', videoId, progress: Number(progress) })
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

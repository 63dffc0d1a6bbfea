import type { Executor } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'

/**
 * Notifies a creator, within a transaction, that the recording of a broadcast can be watched (`videoId`), or that there is
 * none (`streamId`). Every node delivers it after the commit.
 */
export async function notifyOfRecording(
  tx: Executor,
  creatorId: string,
  of: { videoId: string } | { streamId: string },
): Promise<void> {
  const event = { type: 'recording', userId: creatorId, actorId: creatorId, ...of } as const
  const opened = await recordNotifications(tx, [event])
  await notifyNodes(
    tx,
    'notifications',
    opened.map(({ id }) => id),
  )
}

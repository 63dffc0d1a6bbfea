import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'

/**
 * Notifies a creator, within a transaction, that the recording of a broadcast can be watched (`videoId`), or that nothing was
 * recorded (`streamId`).
 */
export function notifyOfRecording(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  creatorId: string,
  subject: { videoId: string } | { streamId: string },
): Promise<void> {
  const event = { type: 'recording', userId: creatorId, actorId: creatorId, ...subject } as const
  return recordNotifications(dependencies, tx, [event])
}

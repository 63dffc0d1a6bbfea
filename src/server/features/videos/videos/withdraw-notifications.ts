import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { withdrawNotificationsAbout } from '#server/features/notifications/notifications/notify.ts'
import { removeFromAnnouncements } from './notification-queries.ts'

/**
 * Deletes the notifications about a video, before it is hidden or its row is deleted. Notifications that announce other
 * videos, too, stay.
 */
export async function withdrawNotificationsOfVideo(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  videoId: string,
): Promise<void> {
  await removeFromAnnouncements(tx, videoId)
  await withdrawNotificationsAbout(dependencies, tx, { kind: 'video', id: videoId })
}

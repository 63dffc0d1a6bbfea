import type { WorkerContext } from '#server/feature.ts'
import { streamDeleted, streamHidden, streamStarted } from '#server/features/live/streams/events.ts'
import { withdrawNotificationsAbout } from '#server/features/notifications/notifications/notify.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { notifyOfStart } from './start-job.ts'

/** Notifies of the start of a stream, and withdraws all notifications about a deleted or hidden stream. */
export function listenToStreams({
  events,
  ...dependencies
}: Pick<WorkerContext, 'events' | 'publish'>): void {
  events.within(streamStarted, async (tx, { streamId }) => {
    await enqueue(tx, notifyOfStart, { streamId })
  })
  for (const type of [streamDeleted, streamHidden])
    events.within<{ streamId: string }>(type, (tx, { streamId }) =>
      withdrawNotificationsAbout(dependencies, tx, { kind: 'stream', id: streamId }),
    )
}

import type { EventBus } from '#server/events/event-bus.ts'
import type { Context } from '#server/feature.ts'
import { streamDeleted, streamHidden, streamStarted } from '#server/features/live/streams/events.ts'
import { withdrawNotificationsAbout } from '#server/features/notifications/notifications/notify.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { notifyOfStart } from './start-job.ts'

/** Notifies of the start of a stream, and takes all notifications about it back when it goes. */
export function listenToStreamsOfNotifications(
  events: EventBus,
  dependencies: Pick<Context, 'publish'>,
): void {
  events.within(streamStarted, async (tx, { streamId }) => {
    await enqueue(tx, notifyOfStart, { streamId })
  })
  for (const type of [streamDeleted, streamHidden])
    events.within<{ streamId: string }>(type, (tx, { streamId }) =>
      withdrawNotificationsAbout(dependencies, tx, { kind: 'stream', id: streamId }),
    )
}

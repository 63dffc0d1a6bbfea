import type { WorkerContext } from '#server/feature.ts'
import { streamEnded } from '#server/features/live/streams/events.ts'
import { clearReminders } from './reminder-queries.ts'

/** Deletes the reminders of an announced stream after its broadcast. */
export function listenToStreamEnds({ events }: Pick<WorkerContext, 'events'>): void {
  events.within(streamEnded, (tx, { streamId }) => clearReminders(tx, streamId))
}

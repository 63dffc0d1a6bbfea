import type { WorkerContext } from '#server/feature.ts'
import { streamEnded } from '#server/features/live/streams/events.ts'
import { deleteFrame } from './queries.ts'

/** Deletes the frame with the end of its broadcast. */
export function listenToStreamEnds({ events }: Pick<WorkerContext, 'events'>): void {
  events.within(streamEnded, (tx, { streamId }) => deleteFrame(tx, streamId))
}

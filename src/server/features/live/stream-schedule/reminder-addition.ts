import type { StreamAddition } from '#server/features/live/streams/present-stream.ts'
import { listRemindedIds } from './reminder-queries.ts'

/** Adds whether the requester is reminded of a stream. */
export const reminderAddition: StreamAddition = async (db, streams, requester) => {
  const announced = streams.filter(({ remindersCount }) => remindersCount > 0)
  if (!requester || announced.length === 0) return new Map()
  const ids = await listRemindedIds(
    db,
    requester.id,
    announced.map(({ id }) => id),
  )
  return new Map(ids.map((id) => [id, { hasReminder: true }]))
}

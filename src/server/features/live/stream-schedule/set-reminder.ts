import { isUpcoming } from '#shared/live/streams.ts'
import type { Db } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError } from '#server/http/errors.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/live/streams/access.ts'
import { deleteReminder, insertReminder } from './reminder-queries.ts'

type ReminderState = { hasReminder: boolean; remindersCount: number }

/** Throws 404, 403 for a banned user, 403 `blocked`, and 422 for a stream that is not announced or belongs to the user. */
export async function addReminder(db: Db, user: Caller, streamId: string): Promise<ReminderState> {
  const { stream } = await getVisibleStream(db, streamId, user)
  await assertNotBanned(db, streamId, user)
  await refuseBlocked(db, user.id, stream.streamerId)
  if (stream.streamerId === user.id) throw new HttpError(422, 'unprocessable', 'streams.ownReminder')
  if (!isUpcoming(stream, Date.now())) throw new HttpError(422, 'unprocessable', 'streams.notScheduled')
  const remindersCount = await insertReminder(db, { streamId, userId: user.id })
  return { hasReminder: true, remindersCount }
}

/** Removes the reminder, if there is one. Throws 404. */
export async function removeReminder(db: Db, user: Caller, streamId: string): Promise<ReminderState> {
  await getVisibleStream(db, streamId, user)
  const remindersCount = await deleteReminder(db, { streamId, userId: user.id })
  return { hasReminder: false, remindersCount }
}

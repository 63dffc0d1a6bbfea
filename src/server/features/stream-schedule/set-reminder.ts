import { isUpcoming } from '#shared/streams.ts'
import type { Db } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError } from '#server/http/errors.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/streams/access.ts'
import { deleteReminder, insertReminder } from './reminder-queries.ts'

type Answer = { hasReminder: boolean; remindersCount: number }

/** Throws 404, 403 for whom the stream refuses, and 422 for a stream that is not announced, or one's own. */
export async function addReminder(db: Db, member: Caller, streamId: string): Promise<Answer> {
  const { stream } = await getVisibleStream(db, streamId, member)
  await assertNotBanned(db, streamId, member)
  if (stream.streamerId === member.id) throw new HttpError(422, 'unprocessable', 'streams.ownReminder')
  if (!isUpcoming(stream, Date.now())) throw new HttpError(422, 'unprocessable', 'streams.notScheduled')
  const remindersCount = await insertReminder(db, { streamId, userId: member.id })
  return { hasReminder: true, remindersCount }
}

/** Throws 404. Who does not ask changes nothing. */
export async function removeReminder(db: Db, member: Caller, streamId: string): Promise<Answer> {
  await getVisibleStream(db, streamId, member)
  const remindersCount = await deleteReminder(db, { streamId, userId: member.id })
  return { hasReminder: false, remindersCount }
}

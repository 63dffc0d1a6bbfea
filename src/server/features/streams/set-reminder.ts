import { isUpcoming } from '#shared/streams.ts'
import type { Db } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Rate, type RateLimits } from '#server/http/rate-limits.ts'
import { assertNotBanned, getVisibleStream } from './access.ts'
import { deleteReminder, insertReminder } from './reminder-queries.ts'

const REMINDERS: Rate = { name: 'reminders', points: 300, seconds: 10 * 60 }

type Parts = { db: Db; limits: RateLimits }
type Answer = { hasReminder: boolean; remindersCount: number }

/** Throws 404, 403 for whom the stream refuses, and 422 for a stream that is not announced, or one's own. */
export async function addReminder({ db, limits }: Parts, member: Caller, streamId: string): Promise<Answer> {
  await limits.take(REMINDERS, member.id)
  const { stream } = await getVisibleStream(db, streamId, member)
  await assertNotBanned(db, streamId, member)
  if (stream.streamerId === member.id) throw new HttpError(422, 'unprocessable', 'streams.ownReminder')
  if (!isUpcoming(stream, Date.now())) throw new HttpError(422, 'unprocessable', 'streams.notScheduled')
  const remindersCount = await insertReminder(db, { streamId, userId: member.id })
  return { hasReminder: true, remindersCount }
}

/** Throws 404. Who does not ask changes nothing. */
export async function removeReminder(
  { db, limits }: Parts,
  member: Caller,
  streamId: string,
): Promise<Answer> {
  await limits.take(REMINDERS, member.id)
  await getVisibleStream(db, streamId, member)
  const remindersCount = await deleteReminder(db, { streamId, userId: member.id })
  return { hasReminder: false, remindersCount }
}

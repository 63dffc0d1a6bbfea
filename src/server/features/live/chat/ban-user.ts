import type { Restriction } from '#shared/live/chat.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { presentRestriction } from '#server/features/live/streams/refusals.ts'
import type { StreamRow } from '#server/features/live/streams/schema.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, conflict, notFound } from '#server/http/errors.ts'
import { getModeratedStream, isModerator } from './access.ts'
import { deleteBan, findRole, lockChat, removeMessages, upsertBan } from './moderation-queries.ts'
import { recordModeration } from './record-moderation.ts'
import { userBanned } from '#server/features/live/streams/events.ts'
import { toPages } from '#server/realtime/page-message.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'publish'>
type BanTarget = { streamId: string; userId: string }

/**
 * Bans a user from a stream or, with `seconds`, times the user out of its chat. Deletes the user's messages on the
 * stream and publishes both. Throws 404, 403, 409 for a time-out of a banned user, 422 if the target cannot be banned.
 */
export async function banUser(
  { db, events, publish }: Dependencies,
  user: Caller,
  { streamId, userId, seconds }: BanTarget & { seconds: number | undefined },
): Promise<Restriction> {
  const stream = await getModeratedStream(db, streamId, user)
  const until = seconds === undefined ? null : new Date(Date.now() + seconds * 1000)
  const { count, wasPinned } = await db.transaction(async (tx) => {
    await lockChat(tx, stream.id)
    await assertCanBeBanned(tx, stream, user, userId)
    const isStored = await upsertBan(tx, { streamId: stream.id, userId, until, bannedBy: user.id })
    if (!isStored) throw conflict('conflict', 'errors.isBanned')
    const message = until ? 'A member was timed out in a chat.' : 'A member was banned from a stream.'
    const metadata = { streamId: stream.id, memberId: userId, seconds: seconds ?? null }
    await recordModeration(tx, user, message, metadata)
    return removeMessages(tx, { streamId: stream.id, deletedBy: user.id, userId })
  })
  const topic = streamTopic(stream.id)
  if (count > 0) publish(db, toPages(topic, { type: 'chat_deleted', streamId: stream.id, data: { userId } }))
  if (wasPinned)
    publish(db, toPages(topic, { type: 'chat_pinned', streamId: stream.id, data: { message: null } }))
  const restriction = presentRestriction({ until })
  publish(
    db,
    toPages(inboxTopic(userId), { type: 'chat_restricted', streamId: stream.id, data: { restriction } }),
  )
  if (!until) events.publish(userBanned, { streamId: stream.id, userId })
  return restriction
}

/** Removes a ban or a time-out. Throws 404, 403. */
export async function unbanUser(
  { db, publish }: Pick<Dependencies, 'db' | 'publish'>,
  user: Caller,
  { streamId, userId }: BanTarget,
): Promise<{ banned: false }> {
  const stream = await getModeratedStream(db, streamId, user)
  const wasBanned = await db.transaction(async (tx) => {
    await lockChat(tx, stream.id)
    if (!(await deleteBan(tx, stream.id, userId))) return false
    const metadata = { streamId: stream.id, memberId: userId }
    await recordModeration(tx, user, 'A member may use a stream again.', metadata)
    return true
  })
  if (wasBanned) {
    const data = { restriction: null }
    publish(db, toPages(inboxTopic(userId), { type: 'chat_restricted', streamId: stream.id, data }))
  }
  return { banned: false }
}

async function assertCanBeBanned(
  tx: Executor,
  stream: StreamRow,
  user: Caller,
  userId: string,
): Promise<void> {
  const role = await findRole(tx, userId)
  if (!role) throw notFound('notFound.user')
  if (userId === user.id || userId === stream.streamerId || isModerator({ role }))
    throw new HttpError(422, 'unprocessable', 'errors.cannotBan')
}

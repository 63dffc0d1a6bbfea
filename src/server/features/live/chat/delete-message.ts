import { outranks } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { canModerateStream } from './access.ts'
import { findMessageAuthor, findRole, lockChat, removeMessages } from './moderation-queries.ts'
import { recordModeration } from './record-moderation.ts'
import { toPages } from '#server/realtime/page-message.ts'

type Dependencies = Pick<Context, 'db' | 'publish'>

/** Deletes a chat message and publishes the deletion. Repeating it has no effect. Throws 404, 403. */
export async function deleteMessage(
  { db, publish }: Dependencies,
  user: Caller,
  { streamId, messageId }: { streamId: string; messageId: string },
): Promise<{ deleted: true }> {
  const { stream } = await getVisibleStream(db, streamId, user)
  const { count, wasPinned } = await db.transaction(async (tx) => {
    await lockChat(tx, stream.id)
    const message = await findMessageAuthor(tx, stream.id, messageId)
    const isOwn = message?.userId === user.id
    const isAllowed = isOwn || canModerateStream(stream, user)
    if (!message || (message.deletedAt && !isAllowed)) throw notFound('notFound.message')
    if (!isAllowed) throw forbidden('errors.notModerator')
    if (!isOwn && user.id !== stream.streamerId) await assertOutranks(tx, user, message.userId)
    const removed = await removeMessages(tx, { streamId: stream.id, deletedBy: user.id, messageId })
    if (!isOwn && removed.count > 0) {
      const metadata = { streamId: stream.id, messageId, memberId: message.userId }
      await recordModeration(tx, user, 'A chat message was deleted.', metadata)
    }
    return removed
  })
  if (count === 0) return { deleted: true }
  const topic = streamTopic(stream.id)
  publish(
    db,
    toPages(topic, { type: 'chat_deleted', streamId: stream.id, data: { messageIds: [messageId] } }),
  )
  if (wasPinned)
    publish(db, toPages(topic, { type: 'chat_pinned', streamId: stream.id, data: { message: null } }))
  return { deleted: true }
}

/** As in the moderators' queue, nobody acts on an equal or higher role, except streamers in their own chat. */
async function assertOutranks(tx: Executor, moderator: Caller, authorId: string): Promise<void> {
  const role = await findRole(tx, authorId)
  if (role && !outranks(moderator, { role })) throw forbidden('errors.notModeratable')
}

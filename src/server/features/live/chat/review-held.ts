import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { getModeratedStream } from './access.ts'
import { dropHeld, releaseHeld } from './held-queries.ts'
import { lockChat } from './moderation-queries.ts'
import { presentMessage } from './present-message.ts'
import { findMessage } from './queries.ts'
import { recordModeration } from './record-moderation.ts'

type Review = { streamId: string; messageId: string; isApproved: boolean }

/** Shows a held message to everyone, or drops it and tells its author's pages. Throws 404, 403. */
export async function reviewHeld(
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  moderator: Caller,
  { streamId, messageId, isApproved }: Review,
): Promise<void> {
  await getModeratedStream(db, streamId, moderator)
  const publish = await db.transaction(async (tx) => {
    await lockChat(tx, streamId)
    const held = { streamId, messageId }
    const text = isApproved ? 'A held chat message was approved.' : 'A held chat message was dropped.'
    await recordModeration(tx, moderator, text, held)
    if (!isApproved) {
      const authorId = await dropHeld(tx, { ...held, by: moderator.id })
      if (authorId === undefined) throw notFound('notFound.message')
      const data = { messageIds: [messageId] }
      return () => hub.publish(inboxTopic(authorId), { type: 'chat_deleted', streamId, data })
    }
    const released = await releaseHeld(tx, held)
    if (!released) throw notFound('notFound.message')
    const { id, ...counts } = released
    const row = await findMessage(tx, streamId, id, null)
    // Its author was deactivated meanwhile.
    if (!row) return undefined
    const data = presentMessage(row)
    return () => hub.publish(streamTopic(streamId), { type: 'chat_message', streamId, data, ...counts })
  })
  publish?.()
}

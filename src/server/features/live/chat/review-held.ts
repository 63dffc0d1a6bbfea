import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { getModeratedStream } from './access.ts'
import { rejectHeld, releaseHeld } from './held-queries.ts'
import { lockChat } from './moderation-queries.ts'
import { presentMessage } from './present-message.ts'
import { findMessage } from './queries.ts'
import { recordModeration } from './record-moderation.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { messageShown } from './message-shown.ts'

type Review = { streamId: string; messageId: string; isApproved: boolean }

/** Releases a held message to everyone, or rejects it and publishes that to its author's pages. Throws 404, 403. */
export async function reviewHeld(
  { db, publish }: Pick<Context, 'db' | 'publish'>,
  moderator: Caller,
  { streamId, messageId, isApproved }: Review,
): Promise<void> {
  await getModeratedStream(db, streamId, moderator)
  await db.transaction(async (tx) => {
    await lockChat(tx, streamId)
    const held = { streamId, messageId }
    const text = isApproved ? 'A held chat message was approved.' : 'A held chat message was dropped.'
    await recordModeration(tx, moderator, text, held)
    if (!isApproved) {
      const authorId = await rejectHeld(tx, { ...held, moderatorId: moderator.id })
      if (authorId === undefined) throw notFound('notFound.message')
      const data = { messageIds: [messageId] }
      publish(tx, toPages(inboxTopic(authorId), { type: 'chat_deleted', streamId, data }))
      return
    }
    const released = await releaseHeld(tx, held)
    if (!released) throw notFound('notFound.message')
    const { id, ...counts } = released
    // Undefined if its author was deactivated meanwhile.
    const row = await findMessage(tx, streamId, id, null)
    if (row) publish(tx, messageShown({ streamId, messageId: id, ...counts }, presentMessage(row)))
  })
}

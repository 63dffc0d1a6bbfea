import type { ChatMessage } from '#shared/live/chat.ts'
import type { Context } from '#server/feature.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError } from '#server/http/errors.ts'
import { getModeratedStream } from './access.ts'
import { lockChat, setPinned } from './moderation-queries.ts'
import { presentMessage } from './present-message.ts'
import { findMessage } from './queries.ts'
import { recordModeration } from './record-moderation.ts'
import { toPages } from '#server/realtime/page-message.ts'

type Dependencies = Pick<Context, 'db' | 'publish'>

/** Pins a message, or unpins for null, and publishes it. Throws 404, 403, 422 if the message is absent or hidden. */
export async function pinMessage(
  { db, publish }: Dependencies,
  user: Caller,
  { streamId, messageId }: { streamId: string; messageId: string | null },
): Promise<ChatMessage | null> {
  const stream = await getModeratedStream(db, streamId, user)
  const pinned = await db.transaction(async (tx) => {
    await lockChat(tx, stream.id)
    const row = messageId === null ? null : await findMessage(tx, stream.id, messageId, null)
    if (row === undefined) throw new HttpError(422, 'unprocessable', 'errors.nothingToPin')
    await setPinned(tx, stream.id, messageId)
    const message = row ? 'A chat message was pinned.' : 'A chat message was taken down from the top.'
    await recordModeration(tx, user, message, { streamId: stream.id, messageId })
    return row && presentMessage(row)
  })
  publish(
    db,
    toPages(streamTopic(stream.id), {
      type: 'chat_pinned',
      streamId: stream.id,
      data: { message: pinned },
    }),
  )
  return pinned
}

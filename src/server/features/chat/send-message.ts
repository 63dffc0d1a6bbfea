import type { ChatMessage } from '#shared/chat.ts'
import type { Db } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, invalid, unauthorized } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rate-limits.ts'
import { translate } from '#server/http/translate.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import { type ChatRow, findByClientId, insertMessage } from './queries.ts'

const CHAT = rateOf('chat')

type Parts = Pick<Context, 'db' | 'hub' | 'limits' | 'signedIn'>
type Input = { streamId: string; message: string; clientId?: string | undefined }

/**
 * Stores a chat message and hands it to everyone on the stream. The same `clientId` again answers the stored
 * message and tells nobody twice. Throws 404 (hidden stream), 403 `chat_closed`, 429.
 */
export async function sendMessage(
  { db, hub, limits, signedIn }: Parts,
  sender: Caller,
  input: Input,
): Promise<ChatMessage> {
  const { stream } = await getVisibleStream(db, input.streamId, sender)
  if (!stream.allowChat) throw new HttpError(403, 'chat_closed', 'errors.chatClosed')
  await limits.take(CHAT, sender.id)
  const user = await signedIn.member(sender.id)
  if (!user) throw unauthorized()
  const { message: text, clientId = null } = input
  const stored = await insertMessage(db, { streamId: stream.id, userId: user.id, message: text, clientId })
  if (!stored) return findEarlier(db, { streamId: stream.id, userId: user.id, clientId })
  const message = presentMessage({ ...stored, user })
  hub.publish(streamTopic(stream.id), { type: 'chat_message', streamId: stream.id, data: message })
  return message
}

/** What was stored under the mark before; a mark that another stream's message has is refused. */
async function findEarlier(
  db: Db,
  { clientId, ...place }: { streamId: string; userId: string; clientId: string | null },
): Promise<ChatMessage> {
  const row = clientId === null ? undefined : await findByClientId(db, { ...place, clientId })
  if (!row) throw invalid([{ path: 'clientId', message: translate('fields.wrong') }])
  return presentMessage(row)
}

/** One form for everyone on a stream, so that it is serialised once: addresses stay masked, the sender's too. */
export function presentMessage(row: ChatRow): ChatMessage {
  const { id, streamId, userId, message, clientId } = row
  return {
    id,
    streamId,
    userId,
    message,
    clientId,
    replyTo: null,
    createdAt: row.createdAt.toISOString(),
    user: presentUserRef(row.user, null),
  }
}

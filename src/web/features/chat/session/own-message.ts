import { v4 } from 'uuid'
import type { ChatMessage } from '#shared/chat.ts'
import { excerptOf } from '#shared/text/excerpt.ts'
import { displayName, type UserRef } from '#shared/users.ts'

type Written = { streamId: string; sender: UserRef; message: string; answered: ChatMessage | null }

/** A message as its sender sees it at once, before the server has stored it. */
export function ownMessage({ streamId, sender, message, answered }: Written): ChatMessage {
  // The browser's own randomUUID is missing on plain http, where chat works all the same.
  const clientId = v4()
  return {
    id: clientId,
    clientId,
    streamId,
    userId: sender.id,
    message,
    createdAt: new Date().toISOString(),
    user: sender,
    replyTo: answered && quoteOf(answered),
  }
}

function quoteOf({ id, userId, user, message }: ChatMessage): NonNullable<ChatMessage['replyTo']> {
  return { id, userId, name: displayName(user), excerpt: excerptOf(message) }
}

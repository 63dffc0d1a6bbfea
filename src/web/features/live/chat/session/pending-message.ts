import { v4 } from 'uuid'
import type { ChatAuthor, ChatMessage } from '#shared/live/chat.ts'
import { excerptOf } from '#shared/text/excerpt.ts'
import { displayName, maskEmail } from '#shared/accounts/users.ts'

type NewMessage = { streamId: string; sender: ChatAuthor; message: string; replyTo: ChatMessage | null }

/** Returns a message as its sender's page shows it until the server has stored it. */
export function createPendingMessage({ streamId, sender, message, replyTo }: NewMessage): ChatMessage {
  // crypto.randomUUID exists only in secure contexts; chat also works over plain http.
  const clientId = v4()
  return {
    id: clientId,
    clientId,
    streamId,
    userId: sender.id,
    message,
    createdAt: new Date().toISOString(),
    // As everyone else will see it.
    user: { ...sender, email: maskEmail(sender.email) },
    replyTo: replyTo && quoteOf(replyTo),
    isFirst: false,
    isHeld: false,
    tip: null,
  }
}

function quoteOf({ id, userId, user, message }: ChatMessage): NonNullable<ChatMessage['replyTo']> {
  return { id, userId, name: displayName(user), excerpt: excerptOf(message) }
}

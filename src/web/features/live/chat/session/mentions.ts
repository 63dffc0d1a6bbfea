import type { ChatMessage } from '#shared/live/chat.ts'
import { mentionsOf } from '#shared/text/post-text.ts'

/** Whether a message of another user replies to this user, or mentions their handle. */
export function isAddressedTo(message: ChatMessage, user: { id: string; handle: string } | null): boolean {
  if (user === null || message.userId === user.id) return false
  return (
    message.replyTo?.userId === user.id || mentionsOf(message.message).includes(user.handle.toLowerCase())
  )
}

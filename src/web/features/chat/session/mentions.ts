import type { ChatMessage } from '#shared/chat.ts'
import { mentionsOf } from '#shared/text/post-text.ts'

/** Whether a message of another member is meant for this one: it answers one of its messages, or names it. */
export function isMeantFor(message: ChatMessage, me: { id: string; handle: string } | null): boolean {
  if (me === null || message.userId === me.id) return false
  return message.replyTo?.userId === me.id || mentionsOf(message.message).includes(me.handle.toLowerCase())
}

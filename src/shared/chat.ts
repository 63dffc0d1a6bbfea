import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, requiredLine } from './fields.ts'
import { userRef } from './users.ts'

export const chatMessage = z.object({
  id,
  streamId: id,
  userId: id,
  message: z.string(),
  createdAt: instant,
  user: userRef,
  /** The sender's own mark for the message: what lets its page replace the optimistic row. */
  clientId: z.nullable(id),
})
export type ChatMessage = z.output<typeof chatMessage>

export const chatText = requiredLine('chatMessage')

/** Oldest first, the latest 100; with `after`, what came later than that message. */
export const listChat = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat',
  access: 'anyone',
  params: z.object({ id }),
  query: z.object({ after: z.optional(id) }),
  response: z.array(chatMessage),
})

/** Repeating a call with the same `clientId` answers the message that was stored first. */
export const sendChat = endpoint({
  method: 'POST',
  path: '/api/chat/send',
  access: 'member',
  body: z.object({ streamId: id, message: chatText, clientId: z.optional(id) }),
  response: chatMessage,
  status: 201,
})

import * as z from 'zod/mini'
import { chatMessage } from './chat.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'

/** The messages of a chat that wait for review, the oldest first, at most 100; for the streamer and moderators, 403 for others. */
export const listHeldChat = endpoint({
  method: 'GET',
  path: '/api/streams/:id/held-chat',
  access: 'member',
  params: z.object({ id }),
  response: z.array(chatMessage),
})

/**
 * Shows a message that waits for review to everyone, as the newest of the chat, or drops it. For the streamer and moderators; 404 for a
 * message that does not wait any more.
 */
export const reviewHeldChat = endpoint({
  method: 'POST',
  path: '/api/streams/:id/held-chat/:messageId',
  access: 'member',
  rate: 'moderation',
  params: z.object({ id, messageId: id }),
  body: z.object({ isApproved: z.boolean() }),
  response: z.object({ isApproved: z.boolean() }),
})

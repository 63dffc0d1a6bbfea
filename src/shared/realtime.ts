import * as z from 'zod/mini'
import { chatMessage, chatText } from './chat.ts'
import { errorBody } from './errors.ts'
import { id } from './fields.ts'
import { liveDown, liveUp } from './live.ts'

const claimed = z.optional(z.nullable(z.string()))

/** Every message that the server takes on `/ws`. */
export const upstream = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  /** Says who it is, and hears who the session says it is; another's id is refused. */
  z.object({ type: z.literal('auth'), userId: claimed }),
  z.object({ type: z.literal('subscribe'), streamId: id, userId: claimed }),
  /** Follows starts and ends of public streams, for lists. */
  z.object({ type: z.literal('subscribe_live') }),
  z.object({ type: z.literal('unsubscribe'), streamId: id, userId: claimed }),
  z.object({
    type: z.literal('chat_message'),
    streamId: id,
    userId: claimed,
    content: chatText,
    clientId: z.optional(id),
  }),
  ...liveUp,
])
export type Upstream = z.output<typeof upstream>

/** Every message that the server sends on `/ws`. */
export const downstream = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('auth'), userId: z.nullable(id) }),
  z.object({ type: z.literal('subscribed'), streamId: id }),
  z.extend(errorBody, {
    type: z.literal('error'),
    streamId: z.optional(id),
    clientId: z.optional(id),
    /** Seconds until a rate-limited message may be tried again. */
    retryAfter: z.optional(z.int()),
  }),
  z.object({ type: z.literal('chat_message'), streamId: id, data: chatMessage }),
  ...liveDown,
])
export type Downstream = z.output<typeof downstream>

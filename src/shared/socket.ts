import * as z from 'zod/mini'
import { errorBody } from './errors.ts'
import { id } from './fields.ts'

/** A message may include its sender's id. The session identifies the sender; another id is refused. */
export const claimedSender = { userId: z.optional(z.nullable(z.string())) }

/**
 * What a page loads over HTTP and then keeps current. `id` is the user's, post's or stream's for `user_posts`, `comments`
 * and `chat`; the others have none.
 */
export const CHANNELS = [
  'feed',
  'circle',
  'user_posts',
  'comments',
  'live',
  'chat',
  'notifications',
  'unread',
] as const
export type ChannelName = (typeof CHANNELS)[number]

const target = { channel: z.enum(CHANNELS), id: z.optional(id) }
export type ChannelTarget = { channel: ChannelName; id?: string | undefined }

/**
 * Identifies the newest item of a list: its id, the time of a notification, the version of the live streams, the number of
 * unread notifications. Null for an empty list.
 */
const cursor = z.nullable(z.string().check(z.maxLength(64)))
export type Cursor = z.output<typeof cursor>

export const socketClientMessages = [
  z.object({ type: z.literal('ping') }),
  /** Requests the user id of the session. */
  z.object({ type: z.literal('auth'), ...claimedSender }),
  /** `since` is the cursor of the page's snapshot; without it, the reply contains nothing that came before. */
  z.object({ type: z.literal('subscribe_channel'), ...target, since: z.optional(cursor) }),
  z.object({ type: z.literal('unsubscribe_channel'), ...target }),
] as const

export const socketServerMessages = [
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('auth'), userId: z.nullable(id) }),
  /**
   * Replies to `subscribe_channel`, after the messages since `since`; nothing is missing after `cursor`. With `mustReload`
   * no message was sent: too many are missing, or `since` is unknown.
   */
  z.object({
    type: z.literal('channel_subscribed'),
    ...target,
    since: z.optional(cursor),
    cursor,
    mustReload: z.boolean(),
  }),
  z.extend(errorBody, {
    type: z.literal('error'),
    /** `type` of the refused message; absent where the error does not answer one. */
    requestType: z.optional(z.string()),
    streamId: z.optional(id),
    clientId: z.optional(id),
    channel: z.optional(z.enum(CHANNELS)),
    id: z.optional(id),
    /** Seconds until a rate-limited message may be tried again. */
    retryAfter: z.optional(z.int()),
  }),
] as const

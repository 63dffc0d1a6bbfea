import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, requiredLine } from './fields.ts'
import { claimedSender } from './socket.ts'
import { userRef } from './users.ts'

/** What a message answers, as much as a line above it shows; gone with the message. */
const repliedTo = z.object({ id, userId: id, name: z.string(), excerpt: z.string() })

export const chatMessage = z.object({
  id,
  streamId: id,
  userId: id,
  message: z.string(),
  createdAt: instant,
  user: userRef,
  /** The sender's own mark for the message: what lets its page replace the optimistic row. */
  clientId: z.nullable(id),
  replyTo: z.nullable(repliedTo),
})
export type ChatMessage = z.output<typeof chatMessage>

const chatText = requiredLine('chatMessage')

const ofStream = z.object({ id })
const ofMessage = z.object({ id, messageId: id })

/** Oldest first, the latest 100; with `after`, what came later than that message. */
export const listChat = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat',
  access: 'anyone',
  params: ofStream,
  query: z.object({ after: z.optional(id) }),
  response: z.array(chatMessage),
})

/** Which messages from one to another, both included, were taken out: for a page that was away while they were. */
export const listDeletedChat = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat/deleted',
  access: 'anyone',
  params: ofStream,
  query: z.object({ from: id, until: id }),
  response: z.array(id),
})

/**
 * Repeating a call with the same `clientId` answers the message that was stored first, and 404 `message_deleted` once
 * that was taken out. 403 `chat_closed`, `banned`, `timed_out`, `followers_only`; 429 `slow_mode` with the seconds to
 * wait.
 */
export const sendChat = endpoint({
  method: 'POST',
  path: '/api/chat/send',
  access: 'member',
  rate: 'chat',
  body: z.object({
    streamId: id,
    message: chatText,
    clientId: z.optional(id),
    replyTo: z.optional(z.nullable(id)),
  }),
  response: chatMessage,
  status: 201,
})

/** Seconds a member waits between two messages (0: as fast as the limit lets), and whether only followers may write. */
const chatRules = z.object({
  allowChat: z.boolean(),
  slowModeSeconds: z.int(),
  followersOnly: z.boolean(),
})
export type ChatRules = z.output<typeof chatRules>

/** Refused for good, or in the chat until a moment: also in seconds from now, as a device's clock may be wrong. */
const restriction = z.object({
  kind: z.enum(['ban', 'timeout']),
  until: z.nullable(instant),
  seconds: z.nullable(z.int()),
})
export type Restriction = z.output<typeof restriction>

/** How a chat stands, and what the caller may do in it. */
const chatState = z.object({
  rules: chatRules,
  pinned: z.nullable(chatMessage),
  viewer: z.object({
    /** Writing would be taken now, but for slow mode. */
    canWrite: z.boolean(),
    /** The streamer, moderators and admins. */
    canModerate: z.boolean(),
    isFollower: z.boolean(),
    restriction: z.nullable(restriction),
  }),
})
export type ChatState = z.output<typeof chatState>

export const getChatState = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat-state',
  access: 'anyone',
  params: ofStream,
  response: chatState,
})

/** By its author, the streamer, or a moderator; deleting again changes nothing. */
export const deleteChatMessage = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/chat/:messageId',
  access: 'member',
  params: ofMessage,
  response: z.object({ deleted: z.literal(true) }),
})

/** Whom a stream refuses. */
const ban = z.object({ user: userRef, until: z.nullable(instant), createdAt: instant })
export type Ban = z.output<typeof ban>

/** The bans and running time-outs of a stream, the last one first, for those who may moderate it. */
export const listBans = endpoint({
  method: 'GET',
  path: '/api/streams/:id/bans',
  access: 'member',
  params: ofStream,
  response: z.array(ban),
})

/** The longest time-out: two weeks. */
const MAX_TIMEOUT_SECONDS = 14 * 24 * 60 * 60

/**
 * Bans a member from the stream, or with `seconds` only from writing for that long; what it wrote is taken out. 409 for
 * a time-out of who is banned; 422 for the streamer, a moderator or oneself. Other keys are refused: a mistyped
 * `seconds` would be a ban for good.
 */
export const banMember = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/bans/:userId',
  access: 'member',
  params: z.object({ id, userId: id }),
  body: z.nullish(
    z.strictObject({ seconds: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TIMEOUT_SECONDS))) }),
  ),
  response: restriction,
})

export const unbanMember = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/bans/:userId',
  access: 'member',
  params: z.object({ id, userId: id }),
  response: z.object({ banned: z.literal(false) }),
})

/** Puts a message above the others, or none. 422 for one that is not of this stream. */
export const pinMessage = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/pin',
  access: 'member',
  params: ofStream,
  body: z.object({ messageId: z.nullable(id) }),
  response: z.object({ pinned: z.nullable(chatMessage) }),
})

/** The longest pause that slow mode asks for. */
const MAX_SLOW_SECONDS = 600

export const updateChatRules = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/chat-rules',
  access: 'member',
  params: ofStream,
  body: z.object({
    slowModeSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_SLOW_SECONDS))),
    followersOnly: z.optional(z.boolean()),
  }),
  response: chatRules,
})

export const chatUp = [
  z.object({
    type: z.literal('chat_message'),
    streamId: id,
    ...claimedSender,
    content: chatText,
    clientId: z.optional(id),
    replyTo: z.optional(z.nullable(id)),
  }),
] as const

/** What the server tells of a chat on its stream's topic. */
export const chatDown = [
  z.object({ type: z.literal('chat_message'), streamId: id, data: chatMessage }),
  /** These are gone; or all that a member has written here. */
  z.object({
    type: z.literal('chat_deleted'),
    streamId: id,
    data: z.union([z.object({ messageIds: z.array(id) }), z.object({ userId: id })]),
  }),
  z.object({
    type: z.literal('chat_pinned'),
    streamId: id,
    data: z.object({ message: z.nullable(chatMessage) }),
  }),
  z.object({ type: z.literal('chat_rules'), streamId: id, data: chatRules }),
  /** To every page of one member: it was banned or timed out here, or is no longer. */
  z.object({
    type: z.literal('chat_restricted'),
    streamId: id,
    data: z.object({ restriction: z.nullable(restriction) }),
  }),
] as const

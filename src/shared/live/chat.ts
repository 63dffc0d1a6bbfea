import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, requiredLine } from '#shared/fields.ts'
import { claimedSender } from '#shared/socket.ts'
import { userRef } from '#shared/accounts/users.ts'
import { chatWords, chatWordsAction } from '#shared/accounts/watched-words.ts'

/** A tip above the messages of its stream's chat. `amount` is decimal text. */
const tipHighlight = z.object({
  /** Its message in the chat. */
  messageId: id,
  user: userRef,
  /** May be empty. */
  message: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** No money moved. */
  isSandbox: z.boolean(),
  /** Its end; also given in seconds from now, as a device's clock may be wrong. */
  until: instant,
  seconds: z.number(),
})
export type TipHighlight = z.output<typeof tipHighlight>

/** The quoted message of a reply, as shown in one line above it; absent once that message is deleted. */
const repliedTo = z.object({ id, userId: id, name: z.string(), excerpt: z.string() })

/** The author of a message; `isPremium` shows the badge of Creator Pro. */
const chatAuthor = z.extend(userRef, { isPremium: z.boolean() })
export type ChatAuthor = z.output<typeof chatAuthor>

export const chatMessage = z.object({
  id,
  streamId: id,
  userId: id,
  message: z.string(),
  createdAt: instant,
  user: chatAuthor,
  /** The sender's idempotency key; the sender's page finds its optimistic row by it. */
  clientId: z.nullable(id),
  replyTo: z.nullable(repliedTo),
  /** It is the first message that its author has ever written in the chats of this creator. */
  isFirst: z.boolean(),
  /** It waits for review: only its author and the moderators of the chat get it. */
  isHeld: z.boolean(),
  /**
   * The tip that the message came with; the text may then be empty. `amount` is decimal text; `isSandbox`: no money
   * moved.
   */
  tip: z.nullable(z.object({ id, amount: z.string(), currency: z.string(), isSandbox: z.boolean() })),
})
export type ChatMessage = z.output<typeof chatMessage>

const chatText = requiredLine('chatMessage')

const ofStream = z.object({ id })
const ofMessage = z.object({ id, messageId: id })

/** The latest 100 messages, oldest first; with `after`, only those later than that message. */
export const listChat = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat',
  access: 'anyone',
  params: ofStream,
  query: z.object({ after: z.optional(id) }),
  response: z.array(chatMessage),
})

/** Ids of the deleted messages between two messages, inclusive, for a page that was disconnected meanwhile. */
export const listDeletedChat = endpoint({
  method: 'GET',
  path: '/api/streams/:id/chat/deleted',
  access: 'anyone',
  params: ofStream,
  query: z.object({ from: id, until: id }),
  response: z.array(id),
})

/**
 * The message may wait for review (`isHeld`): it is published once it is approved, with another id. Repeating a call with
 * the same `clientId` returns the stored message, or 404 `message_deleted` once it is deleted. 403 `chat_closed`, `blocked`,
 * `banned`, `timed_out`, `followers_only` (with the seconds to wait for a follow that is too new); 422 `watched_word`,
 * `new_account`; 429 `slow_mode` with the seconds to wait.
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

/** The longest follow that a chat can ask for: 30 days. */
const MAX_FOLLOW_MINUTES = 30 * 24 * 60

/**
 * `slowModeSeconds` is the pause between two messages of a user; 0 leaves only the rate limit. With `followersOnly` a follower can write
 * `followersOnlyMinutes` after the follow began; 0: at once.
 */
const chatRules = z.object({
  allowChat: z.boolean(),
  slowModeSeconds: z.int(),
  followersOnly: z.boolean(),
  followersOnlyMinutes: z.int(),
})
export type ChatRules = z.output<typeof chatRules>

/** A permanent ban, or a chat time-out: its end is also given in seconds from now, as a device's clock may be wrong. */
const restriction = z.object({
  kind: z.enum(['ban', 'timeout']),
  until: z.nullable(instant),
  seconds: z.nullable(z.int()),
})
export type Restriction = z.output<typeof restriction>

/** The state of a chat, and what the caller may do in it. */
const chatState = z.object({
  rules: chatRules,
  pinned: z.nullable(chatMessage),
  /** Tips that are highlighted now, newest first. */
  highlights: z.array(tipHighlight),
  viewer: z.object({
    /** A message would be accepted now, slow mode aside. */
    canWrite: z.boolean(),
    /** The streamer, moderators and admins. */
    canModerate: z.boolean(),
    isFollower: z.boolean(),
    /** Since when; also in seconds from now, as a device's clock may be wrong. */
    followedAt: z.nullable(instant),
    followedSeconds: z.nullable(z.int()),
    restriction: z.nullable(restriction),
    /** A block is between the requester and the streamer. */
    hasBlock: z.boolean(),
    /** The requester's own messages that wait for review. */
    held: z.array(chatMessage),
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

/** Allowed to its author, the streamer and moderators; idempotent. */
export const deleteChatMessage = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/chat/:messageId',
  access: 'member',
  rate: 'moderation',
  params: ofMessage,
  response: z.object({ deleted: z.literal(true) }),
})

/** A user banned from a stream; `until` is the end of a time-out, null for a ban. */
const ban = z.object({ user: userRef, until: z.nullable(instant), createdAt: instant })
export type Ban = z.output<typeof ban>

/** The bans and active time-outs of a stream, newest first; for its moderators. */
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
 * Bans a user from the stream, or with `seconds` only from writing for that long, and deletes the user's messages. 409
 * for a time-out of a banned user; 422 for the streamer, a moderator or the caller. Other keys are refused: a mistyped
 * `seconds` would be a permanent ban.
 */
export const banFromStream = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/bans/:userId',
  access: 'member',
  rate: 'moderation',
  params: z.object({ id, userId: id }),
  body: z.nullish(
    z.strictObject({ seconds: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TIMEOUT_SECONDS))) }),
  ),
  response: restriction,
})

export const unbanFromStream = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/bans/:userId',
  access: 'member',
  rate: 'moderation',
  params: z.object({ id, userId: id }),
  response: z.object({ banned: z.literal(false) }),
})

/** Pins a message, or with null unpins it. 422 for a message of another stream. */
export const pinMessage = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/pin',
  access: 'member',
  rate: 'moderation',
  params: ofStream,
  body: z.object({ messageId: z.nullable(id) }),
  response: z.object({ pinned: z.nullable(chatMessage) }),
})

/** The longest pause that slow mode can impose. */
const MAX_SLOW_SECONDS = 600

export const updateChatRules = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/chat-rules',
  access: 'member',
  rate: 'moderation',
  params: ofStream,
  body: z.object({
    slowModeSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_SLOW_SECONDS))),
    followersOnly: z.optional(z.boolean()),
    followersOnlyMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_FOLLOW_MINUTES))),
    /** Replaces the list; only `getChatWords` returns it. */
    watchedWords: z.optional(chatWords),
    watchedWordsAction: z.optional(chatWordsAction),
  }),
  response: chatRules,
})

export const chatClientMessages = [
  z.object({
    type: z.literal('chat_message'),
    streamId: id,
    ...claimedSender,
    content: chatText,
    clientId: z.optional(id),
    replyTo: z.optional(z.nullable(id)),
  }),
] as const

/** Chat messages of the socket, published to the stream's topic. */
export const chatServerMessages = [
  /**
   * `messagesCount`: the number of messages of the stream once this one was stored, and `messagesAtStart` how many of them are older
   * than the broadcast; absent when a channel sends a stored message again.
   */
  z.object({
    type: z.literal('chat_message'),
    streamId: id,
    data: chatMessage,
    messagesCount: z.optional(z.int()),
    messagesAtStart: z.optional(z.int()),
  }),
  /** These messages are deleted, or all messages of a user in this chat. */
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
  /** To every page of one user: the user was banned or timed out here, or no longer is. */
  z.object({
    type: z.literal('chat_restricted'),
    streamId: id,
    data: z.object({ restriction: z.nullable(restriction) }),
  }),
] as const
